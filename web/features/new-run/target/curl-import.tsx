'use client';

import { importCurl } from '@rules/requests/import-curl';
import { useEffect, useState } from 'react';
import { type RequestDraft, requestDraftOf } from '@/features/draft/requests/request-draft';
import { Button } from '@/ui/button';
import { Field } from '@/ui/inputs/field';
import { Lines } from './request-editor';

/** A target that an address took the place of. */
export interface ReplacedTarget {
  /** In words. */
  was: string;
  putBack: () => void;
}

interface CurlImportProps {
  /** What becomes of the request and of the address that it went to: said, with what it replaced. */
  onRequest: (request: RequestDraft, origin: string) => { said: string; replaced?: ReplacedTarget };
  onClose: () => void;
}

const LINE = 'curl-line';
const NOTES = 'curl-notes';
const focusOn = (id: string): void => void requestAnimationFrame(() => document.getElementById(id)?.focus());

/** Makes a request of a line of curl, as developer tools of browsers copy it, and says what of it stands elsewhere. */
export function CurlImport({ onRequest, onClose }: CurlImportProps) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const [notes, setNotes] = useState<string[]>([]);
  const [replaced, setReplaced] = useState<ReplacedTarget>();
  const read = (): void => {
    const found = importCurl(text);
    if ('fault' in found) {
      setFault(found.fault);
      return focusOn(LINE);
    }
    const added = onRequest(requestDraftOf(found.request), found.origin);
    setFault(undefined);
    setText('');
    setNotes([added.said, ...found.notes]);
    // A later line does not change the target: what the first one replaced can still be put back.
    if (added.replaced) setReplaced(added.replaced);
    // The button is disabled now, as the line is empty again.
    focusOn(NOTES);
  };
  const putBack = ({ was, putBack: restore }: ReplacedTarget): void => {
    restore();
    setReplaced(undefined);
    setNotes([`Target: ${was}, as before.`]);
    focusOn(NOTES);
  };
  useEffect(() => focusOn(LINE), []);
  return (
    <div className="mt-3 grid w-full gap-3 border-t border-line pt-4">
      <Field
        id={LINE}
        label="A line of curl"
        error={fault}
        hint="Such as developer tools copy it. Values of Authorization, Cookie and the like are not kept: the request names secrets."
      >
        <Lines
          field={LINE}
          error={fault}
          placeholder={
            "curl 'https://shop.example.org/orders' -H 'Content-Type: application/json' --data-raw '{\"item\": 42}'"
          }
          register={{ value: text, onChange: (event: { target: { value: string } }) => setText(event.target.value) }}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button disabled={text.trim() === ''} onClick={read}>
          Add this request
        </Button>
        <Button look="ghost" onClick={onClose}>
          Close
        </Button>
      </div>
      <ul id={NOTES} tabIndex={-1} role="status" className="grid list-disc gap-1 pl-4 text-xs text-muted">
        {notes.map((note) => (
          <li key={note} className="[overflow-wrap:anywhere]">
            {note}
          </li>
        ))}
      </ul>
      {replaced && (
        <p>
          <Button onClick={() => putBack(replaced)}>{`Put back ${replaced.was}`}</Button>
        </p>
      )}
    </div>
  );
}
