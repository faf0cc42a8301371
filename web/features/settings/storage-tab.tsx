'use client';

import type { Storage } from '@contract/storage';
import { formatBytes, plural } from '@rules/words/numbers';
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
          <Panel title="Space" flush>
            <ListTable label="Space" rows={spaceOf(data)} keyOf={({ name }) => name} name={NAME} columns={[SIZE]} />
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

const spaceOf = ({ database, files, filesAt, freeBytes }: Storage): Line[] => [
  ...database.map(({ part, bytes }) => ({ name: `${PARTS[part]} (database)`, bytes })),
  ...files.map(({ kind, count, bytes }) => ({
    name: `${FILES[kind]}: ${plural(count, 'file')} (${filesAt === 'disk' ? 'data folder' : filesAt})`,
    bytes,
  })),
  ...(freeBytes === null ? [] : [{ name: 'Free on the disk of the data folder', bytes: freeBytes }]),
];

const NAME: ListColumn<Line> = { head: 'What', cell: ({ name }) => <RowName title={name}>{name}</RowName> };
const RUNS: ListColumn<Line> = { head: 'Runs', cell: ({ aside }) => aside };
const SIZE: ListColumn<Line> = { head: 'Size', cell: ({ bytes }) => formatBytes(bytes) };
