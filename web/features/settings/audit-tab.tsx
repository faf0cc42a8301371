'use client';

import type { AuditEntry } from '@contract/audit';
import { AUDIT_ACTIONS, AUDIT_OUTCOMES, AUDIT_SUBJECTS, AUDIT_VIAS } from '@contract/audit-actions';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { get, getFile } from '@/api/client';
import type { Tone } from '@/lib/run-state';
import { downloadBlob } from '@/ui/browser/download';
import { Button } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { Dialog } from '@/ui/dialog';
import { type ListColumn, ListTable } from '@/ui/list-table';
import { Menu, MenuItem } from '@/ui/menu';
import { Panel } from '@/ui/panel';
import { LoadMore, QueryState } from '@/ui/query-state';
import { showToast } from '@/ui/toast';
import { Moment, WhenExactly } from '@/ui/when';
import { AuditFilters, useAuditFilters } from './audit-filters';
import { AuditRetentionForm } from './audit-retention-form';
import { placeOfSubject } from './place-of-subject';

export function AuditTab() {
  const filtering = useAuditFilters();
  const { asked } = filtering;
  const log = useInfiniteQuery({
    queryKey: ['audit', asked],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      get('/api/v1/audit', { query: { ...asked, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <>
      <Panel
        title="Audit log"
        aside="who did what, the newest first"
        flush
        actions={
          <>
            <KeepEntries />
            <ExportLog asked={asked} />
          </>
        }
      >
        <AuditFilters {...filtering} />
        <QueryState query={log} what="the audit log" rows={6} within="panel" />
        {log.isSuccess && entries.length === 0 && (
          <p className="px-4 pb-4 text-sm text-muted sm:px-5">No entry matches these filters.</p>
        )}
        {entries.length > 0 && (
          <ListTable
            label="Audit log"
            rows={entries}
            keyOf={({ id }) => id}
            name={WHAT}
            columns={[SUBJECT, WHO, WHEN, FROM, OUTCOME]}
          />
        )}
      </Panel>
      <LoadMore query={log}>Show older entries</LoadMore>
    </>
  );
}

/** Not beside the list, which is as long as one likes. */
function KeepEntries() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Keep entries …</Button>
      <Dialog open={open} onOpenChange={setOpen} title="Keep entries" description="How long the audit log keeps each.">
        <AuditRetentionForm />
      </Dialog>
    </>
  );
}

function ExportLog({ asked }: { asked: ReturnType<typeof useAuditFilters>['asked'] }) {
  const save = useMutation({
    mutationFn: async (format: 'csv' | 'ndjson') => {
      const { name, content } = await getFile('/api/v1/audit/export', { query: { ...asked, format } });
      downloadBlob(name ?? `millionrps-audit.${format}`, content);
    },
    onError: (error) => showToast({ title: `The file was not made, nothing was saved. ${error.message}`, bad: true }),
  });
  return (
    <Menu
      align="end"
      trigger={
        <Button disabled={save.isPending}>
          <FileDown aria-hidden className="size-3.5" />
          {save.isPending ? 'Exporting …' : 'Export'}
        </Button>
      }
    >
      <MenuItem onSelect={() => save.mutate('csv')}>CSV, a line an entry</MenuItem>
      <MenuItem onSelect={() => save.mutate('ndjson')}>NDJSON, for programs</MenuItem>
    </Menu>
  );
}

/** As it was asked for, but for moments, which nobody reads in microseconds. */
const AskedField = ({ name, value }: { name: string; value: string }) =>
  name.endsWith('AtUs') && /^\d+$/.test(value) ? (
    <>
      {name.slice(0, -'Us'.length)}: <Moment atUs={Number(value)} />
    </>
  ) : (
    `${name}: ${value}`
  );

const WHAT: ListColumn<AuditEntry> = {
  head: 'What',
  cell: ({ action, fields }) => (
    <span className="block max-w-[20rem] whitespace-normal py-1">
      <span className="font-medium">{AUDIT_ACTIONS[action]}</span>
      {Object.entries(fields).map(([name, value]) => (
        <span key={name} className="block text-xs text-muted [overflow-wrap:anywhere]">
          <AskedField name={name} value={value} />
        </span>
      ))}
    </span>
  ),
};

const SUBJECT: ListColumn<AuditEntry> = {
  head: 'On what',
  cell: ({ subject }) => {
    const kind = AUDIT_SUBJECTS[subject.kind];
    if (subject.kind === 'instance') return kind;
    const place = subject.exists ? placeOfSubject(subject) : null;
    const name = subject.name ?? kind;
    return (
      <span className="block max-w-[16rem] whitespace-normal py-1 break-words">
        {place === null ? (
          name
        ) : (
          <Link href={place} className="text-accent hover:underline">
            {name}
          </Link>
        )}
        {subject.name !== null && <span className="block text-xs text-muted">{kind}</span>}
      </span>
    );
  },
};

const WHO: ListColumn<AuditEntry> = {
  head: 'Who',
  cell: ({ by }) =>
    by ? (
      <span className="block max-w-[14rem] whitespace-normal py-1 break-words">
        {by.name}
        <span className="block text-xs text-muted md:whitespace-nowrap">
          {by.role}
          {by.tokenId !== null && (
            <>
              {' · '}
              <Link
                href={`/settings?tab=audit&token=${by.tokenId}`}
                title="Show what was done with it"
                className="text-accent hover:underline"
              >
                {AUDIT_VIAS[by.via]}
              </Link>
            </>
          )}
        </span>
      </span>
    ) : (
      <span className="text-muted">not signed in</span>
    ),
};

const WHEN: ListColumn<AuditEntry> = { head: 'When', cell: ({ atUs }) => <WhenExactly atUs={atUs} /> };
const FROM: ListColumn<AuditEntry> = { head: 'From', cell: ({ address }) => address };

const TONES: Record<AuditEntry['outcome'], Tone> = { done: 'ok', refused: 'warn', failed: 'bad', open: 'plain' };
const OUTCOME: ListColumn<AuditEntry> = {
  head: 'Outcome',
  cell: ({ outcome, reason }) => (
    <span className="block max-w-[18rem] whitespace-normal py-1 break-words">
      <Chip tone={TONES[outcome]}>{AUDIT_OUTCOMES[outcome]}</Chip>
      {reason !== null && <span className="mt-0.5 block text-xs text-muted md:min-w-[16rem]">{reason}</span>}
    </span>
  ),
};
