'use client';

import { FileUp } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { buttonClass } from '@/ui/button';
import { classNames } from '@/ui/class-names';

/** Takes files by dropping or by choosing; the input itself has the focus, so that the keyboard reaches it. */
export function DropArea({ onFiles, small }: { onFiles: (files: File[]) => void; small: boolean }) {
  const id = useId();
  const [over, setOver] = useState(false);
  const drag = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is dropped can be chosen by the input within, too
    <div
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
      className={classNames(
        'flex flex-wrap items-center justify-center gap-x-4 gap-y-2 rounded-panel border border-dashed px-4 text-center',
        small ? 'py-3' : 'py-10',
        over ? 'border-accent bg-accent-soft' : 'border-control/60',
      )}
    >
      <span className="text-sm text-muted">{over ? 'Let go to add them' : 'Drop files here, or'}</span>
      <label
        htmlFor={id}
        className={buttonClass(
          small ? 'plain' : 'primary',
          'cursor-pointer has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-accent',
        )}
      >
        <FileUp aria-hidden className="size-3.5" />
        Choose files
        <input
          id={id}
          type="file"
          multiple
          className="sr-only"
          onChange={({ target }) => {
            onFiles([...(target.files ?? [])]);
            // The same file can be chosen again after it was removed.
            target.value = '';
          }}
        />
      </label>
    </div>
  );
}
