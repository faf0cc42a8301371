'use client';

import { HAR_BYTES_MAX, type HarEntry, readHar, tooLarge } from '@rules/requests/har-file';
import { originsOf } from '@rules/requests/import-har';
import { useEffect, useState } from 'react';
import type { RequestDraft } from '@/features/draft/requests/request-draft';
import { Button } from '@/ui/button';
import { Field } from '@/ui/inputs/field';
import { RecordedRequests } from './recorded-requests';

interface HarImportProps {
  /** How many requests there is room for. */
  room: number;
  /** Where they were recorded becomes the target. */
  takesTarget: boolean;
  onRequests: (requests: RequestDraft[], origin: string) => void;
  onClose: () => void;
}

/** Makes requests of those that a browser recorded. The file is read here, and only what is chosen leaves the page. */
export function HarImport({ room, takesTarget, onRequests, onClose }: HarImportProps) {
  const [entries, setEntries] = useState<HarEntry[]>();
  const [fault, setFault] = useState<string>();
  const read = async (file: File): Promise<void> => {
    setEntries(undefined);
    if (file.size > HAR_BYTES_MAX) return setFault(tooLarge(file.size));
    const found = readHar(await file.text());
    if ('fault' in found) return setFault(found.fault);
    if (originsOf(found.entries).length === 0)
      return setFault('It holds no request by HTTP; record while the page asks for something.');
    setFault(undefined);
    setEntries(found.entries);
  };
  useEffect(() => document.getElementById('har-file')?.focus(), []);
  return (
    <div className="mt-3 grid w-full grid-cols-[minmax(0,1fr)] gap-4 border-t border-line pt-4">
      <Field
        id="har-file"
        label="A HAR file"
        error={fault}
        hint={`As the Network panel of developer tools saves it. ${takesTarget ? 'The address that it recorded becomes the target.' : 'Its requests go to the target that is chosen, whatever address was recorded.'} It is read in this page and not uploaded; values of Authorization, Cookie and the like are not taken.`}
      >
        <input
          id="har-file"
          type="file"
          accept=".har,.json,application/json"
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? 'har-file-error har-file-hint' : 'har-file-hint'}
          className="max-w-full text-xs text-muted file:mr-3 file:rounded-control file:border file:border-line-strong file:bg-panel file:px-3 file:py-1 file:text-sm file:text-ink"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void read(file);
          }}
        />
      </Field>
      {entries ? (
        <RecordedRequests
          key={entries.length}
          entries={entries}
          room={room}
          takesTarget={takesTarget}
          onRequests={onRequests}
          onClose={onClose}
        />
      ) : (
        <p>
          <Button look="ghost" onClick={onClose}>
            Close
          </Button>
        </p>
      )}
    </div>
  );
}
