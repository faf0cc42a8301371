import type { Column } from '@rules/export/csv';
import type { Stretch } from '@/charts/stretch';
import type { StripNote, StripView } from '@/charts/strip-spans';

/** What people wrote of what is shown. */
export const notesInView = ({ notes = [], fromUs, toUs }: Pick<StripView, 'notes' | 'fromUs' | 'toUs'>): StripNote[] =>
  notes.filter((note) => note.fromUs <= toUs && (note.toUs ?? note.fromUs) >= fromUs);

export const noteLine = ({ number, text }: Pick<StripNote, 'number' | 'text'>): string =>
  `${number}: ${text.replace(/\s+/g, ' ').trim()}`;

/** Lines that fit, broken between words; a word that is too long is cut into pieces that do. */
export function brokenAt(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((one) => piecesOf(one, fits))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && !fits(longer)) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === '' ? lines : [...lines, line];
}

function piecesOf(word: string, fits: (line: string) => boolean): string[] {
  if (fits(word)) return [word];
  const pieces: string[] = [];
  let piece = '';
  for (const letter of word) {
    if (piece !== '' && !fits(piece + letter)) {
      pieces.push(piece);
      piece = '';
    }
    piece += letter;
  }
  return [...pieces, piece];
}

/**
 * A column with what people wrote of each row, where they wrote anything. What lies between rows or beyond the last stands on
 * the row that is nearest. Rows ascend.
 */
export function noteColumn<Row>(notes: StripNote[], rows: Row[], stretchOf: (row: Row) => Stretch): Column<Row>[] {
  if (notes.length === 0 || rows.length === 0) return [];
  const said = new Map<Row, string[]>();
  for (const note of notes) {
    const endUs = note.toUs ?? note.fromUs;
    const within = rows.filter((row) => {
      const { fromUs, toUs } = stretchOf(row);
      return note.toUs === null ? fromUs < note.fromUs && note.fromUs <= toUs : fromUs < endUs && note.fromUs < toUs;
    });
    const on = within.length > 0 ? within : [nearest(rows, note.fromUs, stretchOf)];
    for (const row of on) said.set(row, [...(said.get(row) ?? []), noteLine(note)]);
  }
  return [{ name: 'annotations', of: (row) => said.get(row)?.join(' | ') ?? null }];
}

function nearest<Row>(rows: Row[], atUs: number, stretchOf: (row: Row) => Stretch): Row {
  const away = (row: Row): number => Math.abs(stretchOf(row).toUs - atUs);
  return rows.reduce((best, row) => (away(row) < away(best) ? row : best));
}
