import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { instanceType } from '../hosts/instance-types.ts';
import { JOURNAL_HARDWARE } from './journal-hardware.ts';
import { typesOf } from './launch-cost.ts';

const folder = path.resolve(import.meta.dirname, '../../../reference/journal');

interface Entry {
  runs: { hardware?: { server?: Typed; clients?: Typed[] } }[];
}
interface Typed {
  instanceType?: string;
}

/** What an entry says of its hosts, each way once. */
function hardwareOf(file: string): string[] {
  const { runs } = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Entry;
  const said = runs.flatMap(({ hardware }) => {
    const [client, ...others] = hardware?.clients ?? [];
    return hardware?.server?.instanceType && client?.instanceType
      ? [`${hardware.server.instanceType} < ${1 + others.length} × ${client.instanceType}`]
      : [];
  });
  return [...new Set(said)];
}

test('each entry of the journal that names its instance types has a preset of these, and no other has', () => {
  const inJournal = readdirSync(folder).flatMap((file) => {
    const entry = /^entry-(\w+)\.json$/.exec(file)?.[1];
    return hardwareOf(file).map((said) => `${entry}: ${said}`);
  });
  const presets = JOURNAL_HARDWARE.map(
    ({ entry, server, clients }) => `${entry}: ${server?.instanceType} < ${clients?.count} × ${clients?.instanceType}`,
  );
  expect(presets.sort()).toEqual(inJournal.sort());
});

test('every type of a preset is in the catalogue', () => {
  const names = JOURNAL_HARDWARE.flatMap((preset) => [...typesOf(preset).keys()]);
  expect(names.filter((name) => instanceType(name) === null)).toEqual([]);
});
