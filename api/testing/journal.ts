import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Bundle, bundle } from '../contract/bundle.ts';
import type { Run } from '../contract/run.ts';
import { runsOfBundle } from '../rules/import/run-of-bundle.ts';

export type JournalEntry = '03' | '04' | '06b' | '08';
export const JOURNAL_ENTRIES: JournalEntry[] = ['03', '04', '06b', '08'];

const FOLDER = path.join(import.meta.dirname, '../../reference/journal');

/** A bundle of the reference set, as it is shipped. */
export const journalBundle = (entry: JournalEntry): Bundle =>
  bundle.parse(JSON.parse(readFileSync(path.join(FOLDER, `entry-${entry}.json`), 'utf8')));

/** Its runs as they are imported, without verdicts. `change` alters the bundle before: what was not said, said otherwise. */
export function journalRuns(entry: JournalEntry, change: (bundle: Bundle) => Bundle = (same) => same): Run[] {
  let made = 0;
  const newId = () =>
    `01890000-0000-7000-8000-${entry.padStart(4, '0').replace('b', '0')}${String(++made).padStart(8, '0')}`;
  return runsOfBundle(change(journalBundle(entry)), {
    newId,
    importedAtUs: 1_780_000_000_000_000,
    importedByName: null,
    fileName: null,
  });
}

/** One of them by its name in the journal: `journalRun('08', 'IRQs pinned')`. */
export function journalRun(entry: JournalEntry, name: string, change?: (bundle: Bundle) => Bundle): Run {
  const run = journalRuns(entry, change).find((one) => one.name === `${entry} ${name}`);
  if (!run) throw new Error(`entry ${entry} of the journal has no run '${name}'`);
  return run;
}
