// @ts-check
import { inflateRawSync } from 'node:zlib';

/** Of APPNOTE.TXT: the end of the central directory, an entry of it, and the header before what is stored. */
const END = 0x06054b50;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const HEADER_BYTES = 30;
const DEFLATED = 8;

/**
 * One file of a zip archive, and the day on which it was last changed.
 *
 * @param {Buffer} archive @param {string} wanted @returns {{ bytes: Buffer, date: string }}
 */
export function unzipped(archive, wanted) {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || archive.readUInt32LE(end) !== END) throw new Error('This is no zip archive.');
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  for (let i = 0; i < count; i++) {
    if (archive.readUInt32LE(at) !== ENTRY) throw new Error('The directory of the archive is damaged.');
    const [name, more, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset));
    if (archive.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + name) === wanted) return entry(archive, at);
    at += ENTRY_BYTES + name + more + comment;
  }
  throw new Error(`The archive has no ${wanted}.`);
}

/** @param {Buffer} archive @param {number} at of its entry in the directory */
function entry(archive, at) {
  const [method, day] = [archive.readUInt16LE(at + 10), archive.readUInt16LE(at + 14)];
  const [length, header] = [archive.readUInt32LE(at + 20), archive.readUInt32LE(at + 42)];
  const from = header + HEADER_BYTES + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
  const stored = archive.subarray(from, from + length);
  return { bytes: method === DEFLATED ? inflateRawSync(stored) : stored, date: dateOf(day) };
}

/** MS-DOS: years since 1980, month and day in 7, 4 and 5 bits. */
function dateOf(day) {
  const two = (number) => String(number).padStart(2, '0');
  return `${1980 + (day >> 9)}-${two((day >> 5) & 15)}-${two(day & 31)}`;
}
