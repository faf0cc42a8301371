import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { CreateImport } from '../contract/import.ts';
import type { ImportFormat } from '../contract/imported.ts';
import { IMPORT_BYTES_MAX, IMPORT_UNPACKED_BYTES_MAX } from '../contract/limits.ts';
import { AppError } from '../platform/app-error.ts';

export interface UnpackedFile {
  name: string;
  text: string;
  /** SHA-256 of its bytes, unpacked. */
  sha256: string;
  format: ImportFormat | null;
}

const unzip = promisify(gunzip);
const mebibytes = (bytes: number): string => `${Number((bytes / 2 ** 20).toFixed(1))} MiB`;

/**
 * Files as text. Their bytes are bounded before and while they are unpacked, so that a bomb stops at the bound:
 * too-large. Throws invalid-input for a file that is empty, no text, or broken gzip.
 */
export async function unpackFiles(files: CreateImport['files']): Promise<UnpackedFile[]> {
  const packed = files.map((file) => ({ ...file, bytes: Buffer.from(file.content, 'base64') }));
  const total = packed.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (total > IMPORT_BYTES_MAX) {
    throw new AppError(
      'too-large',
      `The files hold ${mebibytes(total)}; one import takes at most ${mebibytes(IMPORT_BYTES_MAX)}. Nothing was imported: ${files.length > 1 ? 'send fewer at a time' : 'take a part of it'}.`,
    );
  }
  const unpacked: UnpackedFile[] = [];
  let left = IMPORT_UNPACKED_BYTES_MAX;
  for (const [index, { name, bytes, format }] of packed.entries()) {
    const plain = await unpack(bytes, left, `files.${index}`, name);
    left -= plain.length;
    const sha256 = createHash('sha256').update(plain).digest('hex');
    unpacked.push({ name, text: textOf(plain, `files.${index}`, name), sha256, format });
  }
  return unpacked;
}

async function unpack(bytes: Buffer, most: number, path: string, name: string): Promise<Buffer> {
  const zipped = bytes.length > 2 && bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!zipped) {
    if (bytes.length > most) throw tooMuch(name);
    return bytes;
  }
  try {
    return await unzip(bytes, { maxOutputLength: Math.max(1, most) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooMuch(name);
    throw refused(name, path, 'it begins as gzip but is truncated');
  }
}

const tooMuch = (name: string): AppError =>
  new AppError(
    'too-large',
    `With ${name} the files unpack to more than ${mebibytes(IMPORT_UNPACKED_BYTES_MAX)}; unpacking stopped there, and nothing was imported.`,
  );

function textOf(bytes: Buffer, path: string, name: string): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refused(name, path, 'it is not text in UTF-8');
  }
  if (text.includes('\0')) throw refused(name, path, 'it holds a NUL character');
  if (text.trim() === '') throw refused(name, path, 'it is empty');
  return text;
}

/** A file that keeps all of them from being imported. */
export const refused = (name: string, path: string, sentence: string): AppError =>
  new AppError('invalid-input', `${name} cannot be imported: ${sentence}. Nothing was imported.`, [
    { path, message: sentence },
  ]);
