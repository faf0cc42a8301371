'use client';

import type { ImportFormat } from '@contract/imported';
import { IMPORT_BYTES_MAX } from '@contract/limits';
import { useState } from 'react';
import { base64Of, type ChosenFile, tooLarge, withFiles } from './import-files';

export interface ChosenFiles {
  files: ChosenFile[];
  /** What could not be read, in words. */
  unread: string[];
  add: (list: Iterable<File>) => Promise<void>;
  remove: (keys: string[]) => void;
  setFormat: (key: string, format: ImportFormat | null) => void;
  clear: () => void;
}

export function useChosenFiles(): ChosenFiles {
  const [files, setFiles] = useState<ChosenFile[]>([]);
  const [unread, setUnread] = useState<string[]>([]);
  const add = async (list: Iterable<File>): Promise<void> => {
    const results = await Promise.all([...list].map(readFile));
    setFiles((now) =>
      withFiles(
        now,
        results.filter((one) => typeof one !== 'string'),
      ),
    );
    setUnread(results.filter((one) => typeof one === 'string'));
  };
  return {
    files,
    unread,
    add,
    remove: (keys) => setFiles((now) => now.filter(({ key }) => !keys.includes(key))),
    setFormat: (key, format) => setFiles((now) => now.map((one) => (one.key === key ? { ...one, format } : one))),
    clear: () => {
      setFiles([]);
      setUnread([]);
    },
  };
}

/** A file in full, or why it cannot be had. One that is too large is not read at all. Whether it can be imported is not known yet. */
async function readFile(file: File): Promise<ChosenFile | string> {
  const { name, size } = file;
  if (size > IMPORT_BYTES_MAX) return tooLarge(name);
  if (size === 0) return `${name} is empty.`;
  try {
    const content = base64Of(new Uint8Array(await file.arrayBuffer()));
    return { key: `${name} ${hashOf(content)}`, name, sizeBytes: size, content, format: null };
  } catch {
    return `${name} could not be read; it may have been moved, or be a folder.`;
  }
}

/** Tells files apart within a page; crypto.subtle exists in secure contexts only. */
function hashOf(text: string): string {
  let hash = 5381;
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 33) ^ text.charCodeAt(at)) >>> 0;
  return `${text.length} ${hash}`;
}
