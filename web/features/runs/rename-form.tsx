'use client';

import { MAX_RUN_NAME_CHARACTERS } from '@contract/limits';
import { type KeyboardEvent, useId, useState } from 'react';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/inputs/field';
import { useLabelRun } from './run-changes';

interface RenameFormProps {
  run: { id: string; name: string };
  onDone: () => void;
}

/** What was typed stays until it is saved or given up. */
export function RenameForm({ run, onDone }: RenameFormProps) {
  const id = useId();
  const [name, setName] = useState(run.name);
  const label = useLabelRun(run.id);
  const save = (): void => {
    if (name.trim() === run.name) return onDone();
    label.mutate({ name: name.trim() }, { onSuccess: onDone });
  };
  const fault = name.trim() === '' ? 'A run needs a name.' : label.error?.message;
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onDone();
  };
  return (
    <form
      className="grid min-w-56 gap-2 whitespace-normal font-normal"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '' && !label.isPending) save();
      }}
    >
      <TextField
        id={id}
        label="Name"
        maxLength={MAX_RUN_NAME_CHARACTERS}
        // The person asked for this very field.
        autoFocus
        onFocus={({ target }) => target.select()}
        value={name}
        error={fault}
        onChange={({ target }) => {
          label.reset();
          setName(target.value);
        }}
        onKeyDown={leave}
      />
      <div className="flex gap-2">
        <Button type="submit" look="primary" disabled={name.trim() === '' || label.isPending}>
          {label.isPending ? 'Saving …' : 'Save name'}
        </Button>
        <Button onClick={onDone} onKeyDown={leave}>
          Keep the old one
        </Button>
      </div>
    </form>
  );
}
