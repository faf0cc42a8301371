import { EXPORT_MEDIA_TYPES } from '../../contract/choices.ts';
import type { ExportFormat } from '../../contract/import.ts';

/** What a download is: its bytes are UTF-8. */
export interface ExportedFile {
  name: string;
  mediaType: string;
  text: string;
}

/** `parameters` of its media type. */
const KINDS: Record<ExportFormat, { extension: string; parameters: string }> = {
  json: { extension: 'json', parameters: '' },
  csv: { extension: 'csv', parameters: '; charset=utf-8; header=present' },
  markdown: { extension: 'md', parameters: '; charset=utf-8' },
  script: { extension: 'sh', parameters: '; charset=utf-8' },
};

/** `Pinned, 2,000 connections` becomes `pinned-2-000-connections.csv`: a name that every file system and shell takes. */
export function exportedFile(title: string, format: ExportFormat, text: string): ExportedFile {
  const { extension, parameters } = KINDS[format];
  const mediaType = EXPORT_MEDIA_TYPES[format] + parameters;
  return { name: `${fileNameOf(title)}.${extension}`, mediaType, text };
}

const LONGEST = 80;

export function fileNameOf(title: string): string {
  const plain = title.normalize('NFKD').toLowerCase();
  const words = plain.replace(/[^a-z0-9]+/g, '-').slice(0, LONGEST);
  return words.replace(/^-+|-+$/g, '') || 'millionrps';
}
