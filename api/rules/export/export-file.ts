import type { ExportFormat } from '../../contract/import.ts';

/** What a download is: its bytes are UTF-8. */
export interface ExportedFile {
  name: string;
  mediaType: string;
  text: string;
}

const KINDS: Record<ExportFormat, { extension: string; mediaType: string }> = {
  json: { extension: 'json', mediaType: 'application/json' },
  csv: { extension: 'csv', mediaType: 'text/csv; charset=utf-8; header=present' },
  markdown: { extension: 'md', mediaType: 'text/markdown; charset=utf-8' },
  script: { extension: 'sh', mediaType: 'application/x-sh; charset=utf-8' },
};

/** `Pinned, 2,000 connections` becomes `pinned-2-000-connections.csv`: a name that every file system and shell takes. */
export function exportedFile(title: string, format: ExportFormat, text: string): ExportedFile {
  const { extension, mediaType } = KINDS[format];
  return { name: `${fileNameOf(title)}.${extension}`, mediaType, text };
}

const LONGEST = 80;

export function fileNameOf(title: string): string {
  const plain = title.normalize('NFKD').toLowerCase();
  const words = plain.replace(/[^a-z0-9]+/g, '-').slice(0, LONGEST);
  return words.replace(/^-+|-+$/g, '') || 'millionrps';
}
