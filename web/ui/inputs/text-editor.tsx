'use client';

import { formatCount } from '@rules/words/numbers';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { Notice } from '@/ui/notice';
import { controlClass, describedBy } from './control';
import { Field } from './field';
import { withInserted } from './inserted-text';
import { Segmented } from './segmented';

/** Fewer characters left are said. */
const SHORT_OF = 1000;

interface TextEditorProps {
  /** The text as it is stored now. */
  stored: string;
  most: number;
  words: { label: string; save: string; changed: string; unsaved: string };
  /** What stores it. */
  act: { isPending: boolean; isError: boolean; error: unknown };
  onSave: (text: string) => void;
  onDone: () => void;
  rows: { least: number; most: number };
  /** For a text that is shown otherwise than it is written. */
  markup?: {
    hint: string;
    preview: (text: string) => ReactNode;
    /** What can be put where the cursor is, as a paragraph of its own. */
    insert?: (put: (paragraph: string) => void) => ReactNode;
  };
}

/** A text that people write. What is typed stays when saving fails, or another person saves meanwhile. */
export function TextEditor({ stored, most, words, act, onSave, onDone, rows, markup }: TextEditorProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [before] = useState(stored);
  const [text, setText] = useState(stored);
  const [view, setView] = useState<'write' | 'preview'>('write');
  // One goes on writing where the text ends.
  useEffect(() => {
    if (view === 'write') area.current?.setSelectionRange(area.current.value.length, area.current.value.length);
  }, [view]);
  const left = most - text.length;
  const save = (): void => {
    if (left >= 0 && !act.isPending) onSave(text);
  };
  const byKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) save();
    if (event.key === 'Escape' && text === before) onDone();
  };
  const put = (paragraph: string): void => {
    const at = area.current?.selectionEnd ?? text.length;
    const next = withInserted(text, at, paragraph);
    setText(next.text);
    requestAnimationFrame(() => area.current?.setSelectionRange(next.cursor, next.cursor));
    area.current?.focus();
  };
  const error = left < 0 ? `${formatCount(-left)} characters too many.` : undefined;
  const hint = left >= 0 && left < SHORT_OF ? `${formatCount(left)} characters left` : markup?.hint;
  return (
    <form
      className="grid w-full grid-cols-[minmax(0,1fr)] gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {markup && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Segmented
            label="Write or preview"
            value={view}
            onChange={setView}
            options={[
              { value: 'write', label: 'Write' },
              { value: 'preview', label: 'Preview' },
            ]}
          />
          {view === 'write' && markup.insert?.(put)}
        </div>
      )}
      {view === 'write' ? (
        <Field id={id} label={words.label} error={error} hint={hint}>
          <textarea
            ref={area}
            id={id}
            rows={Math.min(rows.most, Math.max(rows.least, text.split('\n').length + 2))}
            // biome-ignore lint/a11y/noAutofocus: the person asked for this very field
            autoFocus
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy(id, error, hint)}
            className={`${controlClass(left < 0)} h-auto py-1.5 ${markup ? 'font-mono !text-xs' : ''}`}
            value={text}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={byKey}
          />
        </Field>
      ) : (
        <div className="min-h-24 rounded-control border border-line px-3 py-2">
          {text.trim() === '' ? <p className="text-sm text-muted">Nothing to show.</p> : markup?.preview(text)}
        </div>
      )}
      {stored !== before && stored !== text && !act.isPending && (
        <Notice kind="warn" title={words.changed}>
          <p className="whitespace-pre-wrap">Now it reads: {stored || '(nothing)'}</p>
          <p>Saving replaces that with what stands in the field.</p>
        </Notice>
      )}
      {act.isError && <ErrorNotice title={words.unsaved} error={act.error} />}
      <div className="flex gap-2">
        <Button type="submit" look="primary" disabled={left < 0 || act.isPending}>
          {act.isPending ? 'Saving …' : words.save}
        </Button>
        <Button onClick={onDone}>Discard</Button>
      </div>
    </form>
  );
}
