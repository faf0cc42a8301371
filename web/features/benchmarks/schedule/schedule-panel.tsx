'use client';

import type { Benchmark } from '@contract/benchmark';
import type { BenchmarkSchedule, Occurrence } from '@contract/schedule';
import { formatDuration } from '@rules/words/durations';
import Link from 'next/link';
import { useState } from 'react';
import { Allowed } from '@/features/shell/allowed';
import type { Tone } from '@/lib/run-state';
import { formatAbsolute } from '@/lib/time';
import { Button } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { Fold } from '@/ui/fold';
import { ListTable } from '@/ui/list-table';
import { onDemand } from '@/ui/on-demand';
import { QueryState } from '@/ui/query-state';
import { Until, When } from '@/ui/when';
import { cronWords } from './schedule-draft';
import { useOccurrences } from './schedule-query';

const ScheduleDialog = onDemand(async () => (await import('./schedule-dialog')).ScheduleDialog);
const RemoveSchedule = onDemand(async () => (await import('./remove-schedule')).RemoveSchedule);

/** When it is measured by itself, and what became of each time. */
export function SchedulePanel({ benchmark }: { benchmark: Benchmark }) {
  const { schedule, archivedAtUs } = benchmark;
  const [open, setOpen] = useState<'change' | 'remove' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <Fold
      id="schedule"
      title="Schedule"
      summary={briefOf(benchmark)}
      actions={
        <Allowed needs="operator">
          {archivedAtUs === null && (
            <Button
              onFocus={ScheduleDialog.preload}
              onMouseEnter={ScheduleDialog.preload}
              onClick={() => setOpen('change')}
            >
              {schedule ? 'Change …' : 'Set a schedule …'}
            </Button>
          )}
          {schedule && <Button onClick={() => setOpen('remove')}>Remove …</Button>}
        </Allowed>
      }
    >
      {schedule ? (
        <Rule schedule={schedule} archived={archivedAtUs !== null} />
      ) : (
        <p className="text-sm text-muted">
          Measured on request. A schedule measures the newest build by itself, such as every night, after people’s runs.
        </p>
      )}
      <Occurrences benchmarkId={benchmark.id} />
      {open === 'change' && <ScheduleDialog benchmark={benchmark} onClose={close} />}
      {open === 'remove' && <RemoveSchedule benchmarkId={benchmark.id} onClose={close} />}
    </Fold>
  );
}

function briefOf({ schedule, archivedAtUs }: Benchmark): string {
  if (!schedule) return 'none';
  const rule = `${cronWords(schedule.cron)} (${schedule.timeZone})`;
  if (archivedAtUs !== null) return `${rule}, not while archived`;
  return schedule.enabled ? rule : `${rule}, disabled`;
}

function Rule({ schedule, archived }: { schedule: BenchmarkSchedule; archived: boolean }) {
  const { cron, timeZone, enabled, upcomingAtUs, windowMinutes, plannedSeconds, everyTime } = schedule;
  const [next] = upcomingAtUs;
  return (
    <dl className="grid gap-x-4 gap-y-1.5 text-sm sm:grid-cols-[max-content_minmax(0,1fr)]">
      <Fact name="When">
        {cronWords(cron)}, {timeZone}
      </Fact>
      <Fact name="Next">
        {next !== undefined ? (
          <>
            <Until atUs={next} /> <span className="text-muted">({formatAbsolute(next)})</span>
          </>
        ) : archived ? (
          'none while the benchmark is archived'
        ) : enabled ? (
          'none'
        ) : (
          'none: the schedule is disabled'
        )}
      </Fact>
      <Fact name="Window">
        {formatDuration(windowMinutes * 60)} from each time on; a point takes about {formatDuration(plannedSeconds)} by
        its plan
      </Fact>
      <Fact name="What">{everyTime ? 'the newest build, every time' : 'the newest commit, once'}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-2 sm:contents">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

const OUTCOMES: Record<Occurrence['outcome'], { name: string; tone: Tone }> = {
  waiting: { name: 'waiting', tone: 'live' },
  began: { name: 'measuring', tone: 'live' },
  ended: { name: 'measured', tone: 'ok' },
  skipped: { name: 'skipped', tone: 'plain' },
  missed: { name: 'missed', tone: 'bad' },
};

function Occurrences({ benchmarkId }: { benchmarkId: string }) {
  const occurrences = useOccurrences(benchmarkId);
  const rows = occurrences.data?.occurrences ?? [];
  if (occurrences.isSuccess && rows.length === 0) return null;
  return (
    <div className="-mx-4 mt-3 sm:-mx-5">
      <QueryState query={occurrences} what="the times of the schedule" rows={2} within="panel" />
      {rows.length > 0 && (
        <ListTable
          label="Times of the schedule, the newest first"
          rows={rows}
          keyOf={({ dueAtUs }) => String(dueAtUs)}
          name={{ head: 'Due', cell: ({ dueAtUs }) => <When atUs={dueAtUs} /> }}
          columns={[
            {
              head: 'Outcome',
              cell: ({ outcome }) => <Chip tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].name}</Chip>,
            },
            {
              head: 'Why',
              cell: ({ sentence }) =>
                sentence && <span className="block max-w-[36rem] whitespace-normal">{sentence}</span>,
            },
            {
              head: 'Experiment',
              cell: ({ experimentId }) =>
                experimentId && (
                  <Link
                    href={`/experiments/${experimentId}`}
                    className="text-accent underline-offset-2 hover:underline"
                  >
                    Open
                  </Link>
                ),
            },
          ]}
        />
      )}
    </div>
  );
}
