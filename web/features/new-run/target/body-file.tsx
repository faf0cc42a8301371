'use client';

import { MAX_BODY_FILE_BYTES } from '@contract/limits';
import type { RequestBody } from '@contract/requests';
import { formatBytes } from '@rules/words/numbers';
import { sha256Hex } from '@rules/words/sha256';
import { useState } from 'react';
import { putBytes } from '@/api/client';
import { ApiError } from '@/api/problem';

/** Uploads a file at once, so that a run can name it by what it hashes to. */
export function BodyFile({ id, onBody }: { id: string; onBody: (body: RequestBody) => void }) {
  const [fault, setFault] = useState<string>();
  const [uploading, setUploading] = useState(false);
  const upload = async (file: File): Promise<void> => {
    if (file.size > MAX_BODY_FILE_BYTES)
      return setFault(
        `${file.name} has ${formatBytes(file.size)}; a body may have ${formatBytes(MAX_BODY_FILE_BYTES)}.`,
      );
    setUploading(true);
    setFault(undefined);
    try {
      const bytes = await file.arrayBuffer();
      // Where the page is not by https, the browser has no SHA-256 of its own.
      const sha256 = sha256Hex(new Uint8Array(bytes));
      await putBytes('/api/v1/request-bodies/:sha256', bytes, { path: { sha256 } });
      onBody({ kind: 'file', sha256, sizeBytes: file.size, fileName: file.name.slice(0, 200) });
    } catch (error) {
      setFault(error instanceof ApiError ? error.message : 'The file could not be read; choose it again.');
    } finally {
      setUploading(false);
    }
  };
  return (
    <div className="text-xs">
      <label htmlFor={id} className="mb-1 block font-medium text-muted">
        {uploading ? 'Uploading…' : 'A file of at most 8 MiB, sent as it is'}
      </label>
      <input
        id={id}
        type="file"
        disabled={uploading}
        aria-describedby={fault ? `${id}-error` : undefined}
        className="max-w-full text-xs text-muted file:mr-3 file:rounded-control file:border file:border-line-strong file:bg-panel file:px-3 file:py-1 file:text-sm file:text-ink"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) void upload(file);
        }}
      />
      {fault && (
        <p id={`${id}-error`} className="mt-1 text-bad [overflow-wrap:anywhere]">
          {fault}
        </p>
      )}
    </div>
  );
}
