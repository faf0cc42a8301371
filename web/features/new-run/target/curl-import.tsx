'use client';

import { importCurl } from '@rules/requests/import-curl';
import { useEffect, useState } from 'react';
import { type RequestDraft, requestDraftOf } from '@/features/draft/requests/request-draft';
import { Button } from '@/ui/button';
import { Field } from '@/ui/inputs/field';
import { Lines } from './request-editor';

interface CurlImportProps {
  /** What becomes of the request and of the address that it went to; the answer says so. */
  onRequest: (request: RequestDraft, origin: string) => string;
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
  const read = (): void => {
    const found = importCurl(text);
    if ('fault' in found) {
      setFault(found.fault);
      return focusOn(LINE);
    }
    const said = onRequest(requestDraftOf(found.request), found.origin);
    setFault(undefined);
    setText('');
    setNotes([said, ...found.notes]);
    // The button is disabled now, as the line is empty again.
    focusOn(NOTES);
  };
  useEffect(() => focusOn(LINE), []);
  return (
    <div className="grid w-full gap-3 border-t border-line pt-4">
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
    </div>
  );
}
