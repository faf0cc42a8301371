import type { ImportFile } from '@contract/import';
import type { ImportFormat } from '@contract/imported';
import { IMPORT_BYTES_MAX, MAX_IMPORTED_FILES } from '@contract/limits';
import { keysOf, TOOL_OUTPUTS } from '@contract/words';
import { formatBytes } from '@rules/words/numbers';

/** A file that was chosen, and what it is sent as. */
export interface ChosenFile {
  /** Made from name and content: the same file chosen twice is one. */
  key: string;
  name: string;
  sizeBytes: number;
  content: string;
  /** Null: its content says. */
  format: ImportFormat | null;
}

export const IMPORT_FORMATS: ImportFormat[] = ['bundle', 'document', ...keysOf(TOOL_OUTPUTS)];

export const toImportFile = ({ name, content, format }: ChosenFile): ImportFile => ({ name, content, format });

/** Base64 of bytes, a part at a time: a call takes only so many arguments. */
export function base64Of(bytes: Uint8Array): string {
  const PART = 0x8000;
  let text = '';
  for (let at = 0; at < bytes.length; at += PART) text += String.fromCharCode(...bytes.subarray(at, at + PART));
  return btoa(text);
}

/** The sentence for a file that is too large to read: gzip may help, as outputs are text. */
export const tooLarge = (name: string): string =>
  `${name} is larger than the ${formatBytes(IMPORT_BYTES_MAX)} that an import may be. ${
    /\.gz$/i.test(name)
      ? 'Take a part of it.'
      : 'If it is the output of a load tool, compress it with gzip or take a part of it.'
  }`;

/** Why files cannot be sent together; null when they can. */
export function tooMuch(files: Pick<ChosenFile, 'sizeBytes'>[]): string | null {
  if (files.length > MAX_IMPORTED_FILES)
    return `At most ${MAX_IMPORTED_FILES} files at once; take ${files.length - MAX_IMPORTED_FILES} out.`;
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return bytes <= IMPORT_BYTES_MAX
    ? null
    : `The files have ${formatBytes(bytes)} together; ${formatBytes(IMPORT_BYTES_MAX)} are the most. Take some out.`;
}

/** Adds files to those that were chosen; one that is there already is not added again. */
export function withFiles(chosen: ChosenFile[], added: ChosenFile[]): ChosenFile[] {
  const keys = new Set(chosen.map(({ key }) => key));
  const fresh = added.filter(({ key }, at) => !keys.has(key) && added.findIndex((one) => one.key === key) === at);
  return [...chosen, ...fresh];
}

/** Files of one tool can be steps of one run. */
export function joinable(formats: (ImportFormat | null)[]): boolean {
  const [first] = formats;
  return (
    formats.length > 1 &&
    first !== null &&
    first !== undefined &&
    first !== 'bundle' &&
    first !== 'document' &&
    formats.every((format) => format === first)
  );
}
