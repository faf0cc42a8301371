'use client';

import type { Instance, InstancePart } from '@contract/instance';
import { plural } from '@rules/words/numbers';
import { useQuery } from '@tanstack/react-query';
import { get } from '@/api/client';
import type { Tone } from '@/lib/run-state';
import { Chip } from '@/ui/chip';
import { type ListColumn, ListTable, RowName } from '@/ui/list-table';
import { Panel } from '@/ui/panel';
import { QueryState } from '@/ui/query-state';
import { When } from '@/ui/when';

const AGAIN_MS = 5_000;

export function InstanceTab() {
  const instance = useQuery({
    queryKey: ['instance'],
    queryFn: ({ signal }) => get('/api/v1/instance', { signal }),
    refetchInterval: AGAIN_MS,
  });
  const { data } = instance;
  return (
    <>
      <Panel title="Health" aside={data && `millionrps ${data.version}`} flush>
        <QueryState query={instance} what="the instance" rows={6} within="panel" />
        {data && (
          <ListTable
            label="Health"
            rows={data.parts}
            keyOf={({ part }) => part}
            name={PART}
            columns={[STATE, SENTENCE]}
          />
        )}
        {data && (
          <p className="border-t border-line px-4 py-2.5 text-sm text-muted sm:px-5">
            {data.backedUpAtUs === null ? (
              'There is no backup yet: run npm run backup -- --to FOLDER.'
            ) : (
              <>
                The last backup holds the state of <When atUs={data.backedUpAtUs} />.
              </>
            )}
          </p>
        )}
      </Panel>
      {data && (
        <>
          <Panel title="Versions of agents" flush>
            {data.agents.length === 0 ? (
              <p className="px-4 pb-4 text-sm text-muted sm:px-5">No agent has joined yet.</p>
            ) : (
              <ListTable
                label="Versions of agents"
                rows={data.agents}
                keyOf={({ version }) => version}
                name={VERSION}
                columns={[HOSTS, ONLINE]}
              />
            )}
          </Panel>
          <Panel title="Retention" aside="change samples under Storage, the log under Audit log" flush>
            <ListTable
              label="Retention"
              rows={data.kept}
              keyOf={({ what }) => what}
              name={KEPT}
              columns={[DAYS, NOTE]}
            />
          </Panel>
        </>
      )}
    </>
  );
}

const NAMES: Record<InstancePart['part'], string> = {
  database: 'Database',
  files: 'Files',
  processes: 'API',
  queue: 'Queue',
  webhooks: 'Webhooks',
  streams: 'Live pages',
  agents: 'Agents',
};
const TONES: Record<InstancePart['state'], Tone> = { ok: 'ok', warning: 'warn', fault: 'bad' };
const long = (text: string) => <span className="block max-w-[40rem] whitespace-normal">{text}</span>;

const PART: ListColumn<InstancePart> = { head: 'Part', cell: ({ part }) => <RowName>{NAMES[part]}</RowName> };
const STATE: ListColumn<InstancePart> = {
  head: 'State',
  cell: ({ state }) => <Chip tone={TONES[state]}>{state}</Chip>,
};
const SENTENCE: ListColumn<InstancePart> = { head: 'Now', cell: ({ sentence }) => long(sentence) };

type AgentVersion = Instance['agents'][number];
const VERSION: ListColumn<AgentVersion> = {
  head: 'Version',
  cell: ({ version }) => <RowName title={version}>{version}</RowName>,
};
const HOSTS: ListColumn<AgentVersion> = { head: 'Hosts', cell: ({ hosts }) => hosts, figure: true };
const ONLINE: ListColumn<AgentVersion> = { head: 'Online', cell: ({ online }) => online, figure: true };

type Kept = Instance['kept'][number];
const KEPT: ListColumn<Kept> = { head: 'What', cell: ({ what }) => <RowName>{what}</RowName> };
const DAYS: ListColumn<Kept> = {
  head: 'Kept for',
  cell: ({ days }) => (days === null ? 'ever' : plural(days, 'day')),
};
const NOTE: ListColumn<Kept> = { head: 'Note', cell: ({ note }) => long(note) };
