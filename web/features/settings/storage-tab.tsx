'use client';

import { FILES_COUNTED_MOST } from '@contract/limits';
import type { Storage } from '@contract/storage';
import { formatBytes, formatExact, plural } from '@rules/words/numbers';
import { useQuery } from '@tanstack/react-query';
import { get } from '@/api/client';
import { type ListColumn, ListTable, RowName } from '@/ui/list-table';
import { Panel } from '@/ui/panel';
import { QueryState } from '@/ui/query-state';
import { RetentionForm } from './retention-form';

const PARTS: Record<Storage['database'][number]['part'], string> = {
  samples: 'Samples of hosts',
  runs: 'Runs: figures, tuning, commands',
  experiments: 'Experiments',
  imports: 'Imported runs',
  audit: 'Audit log',
  other: 'Everything else',
};

const FILES: Record<Storage['files'][number]['kind'], string> = {
  'tool-input': 'Inputs of load generators',
  'tool-output': 'Outputs of load generators',
  'tool-log': 'Logs of load generators',
  'target-log': 'Logs of targets',
  profile: 'Profiles',
  packs: 'Packed samples',
  shares: 'Shared documents',
};

interface Line {
  name: string;
  bytes: number;
  aside?: string;
}

export function StorageTab() {
  const storage = useQuery({ queryKey: ['storage'], queryFn: ({ signal }) => get('/api/v1/storage', { signal }) });
  const { data } = storage;
  return (
    <>
      <Panel title="Keep samples" aside="the readings of hosts, second by second">
        <QueryState query={storage} what="the storage" rows={2} within="panel" />
        {data && <RetentionForm storage={data} />}
      </Panel>
      {data && (
        <>
          <Panel title="Space" aside={`files belong in ${placeOf(data)}`} flush>
            <ListTable label="Space" rows={spaceOf(data)} keyOf={({ name }) => name} name={NAME} columns={[SIZE]} />
            <BesideNote storage={data} />
          </Panel>
          {data.months.length > 0 && (
            <Panel title="Samples by month" aside="compressed, without indexes" flush>
              <ListTable
                label="Samples by month"
                rows={data.months.map(({ month, runs, bytes }) => ({ name: month, bytes, aside: String(runs) }))}
                keyOf={({ name }) => name}
                name={{ ...NAME, head: 'Month' }}
                columns={[RUNS, SIZE]}
              />
            </Panel>
          )}
        </>
      )}
    </>
  );
}

const placeOf = ({ filesAt }: Storage): string => (filesAt === 'disk' ? 'the data folder' : filesAt);

/** With a bucket, files of before stay where they are until somebody moves them. */
function BesideNote({ storage }: { storage: Storage }) {
  const { filesBeside } = storage;
  if (!filesBeside) return null;
  const count =
    filesBeside < FILES_COUNTED_MOST ? plural(filesBeside, 'file') : `${formatExact(filesBeside)} files or more`;
  return (
    <p className="border-t border-line px-4 py-3 text-sm text-muted sm:px-5">
      {count} {filesBeside === 1 ? 'lies' : 'lie'} in the data folder instead: from before there was a bucket, or
      because it did not answer. What waits for the bucket goes there by itself; docs/storage.md says how the rest gets
      there.
    </p>
  );
}

const spaceOf = ({ database, files, freeBytes }: Storage): Line[] => [
  ...database.map(({ part, bytes }) => ({ name: `${PARTS[part]} (database)`, bytes })),
  ...files.map(({ kind, count, bytes }) => ({
    name: `${FILES[kind]}: ${plural(count, 'file')}`,
    bytes,
  })),
  ...(freeBytes === null ? [] : [{ name: 'Free on the disk of the data folder', bytes: freeBytes }]),
];

const NAME: ListColumn<Line> = { head: 'What', cell: ({ name }) => <RowName title={name}>{name}</RowName> };
const RUNS: ListColumn<Line> = { head: 'Runs', figure: true, cell: ({ aside }) => aside };
const SIZE: ListColumn<Line> = { head: 'Size', figure: true, cell: ({ bytes }) => formatBytes(bytes) };
