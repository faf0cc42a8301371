'use client';

import type { AskedStep } from '@contract/load';
import type { RunSummary } from '@contract/run';
import { NOT_STATED, whyNoBest } from '@rules/load/why-absent';
import { briefLoadText, protocolOf, stepText } from '@rules/spec/load-words';
import { revisionText } from '@rules/spec/revision-words';
import { mixText, targetName, targetText } from '@rules/spec/target-words';
import { formatDurationUs } from '@rules/words/durations';
import { formatExact, formatLatencyMs, formatSignificant } from '@rules/words/numbers';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { HeldChange } from '@/features/runs/baseline/held-chip';
import { statusOf } from '@/lib/run-state';
import { askedChips, type SettingChip, whyNoChips } from '@/lib/setting-chips';
import { Absent, Measured } from '@/ui/absent';
import { Chip } from '@/ui/chip';
import { TagLabel } from '@/ui/tag-label';
import { VerdictChip } from '@/ui/verdict-chips';
import { When } from '@/ui/when';
import { BestFigure, LeftOutFigure } from './best-figure';
import type { ColumnId } from './run-columns';
import type { ListedRun } from './run-lines';
import { Sparkline } from './sparkline';

const NO_P99 = 'The clients of this step have no common p99, or the tool reported none';
const HOSTS = 2;
const NOT_SAMPLED = 'Not measured for this step';

/** What a run says in a column, in the table below its head and on cards. */
export const CELLS: Record<ColumnId, (run: ListedRun, headed: boolean) => ReactNode> = {
  status: (run) => <StatusCell run={run} />,
  curve: ({ curve }) => (curve.length > 1 ? <Sparkline values={curve} /> : <Absent why="No two steps to draw" />),
  verdict: (run, headed) => <OutcomeCell run={run} headed={headed} />,
  throughput: ({ best, verdict, spec, ...run }) =>
    best ? (
      <span title={`${formatExact(best.requestsPerSecond)} req/s with ${stepText(best.spec, protocolOf({ spec }))}`}>
        <BestFigure best={best} verdict={verdict} />
        {verdict?.leftOut && <LeftOutFigure leftOut={verdict.leftOut} best={verdict} />}
      </span>
    ) : (
      <Absent why={whyNoBest({ spec, ...run })} />
    ),
  load: ({ best, spec, ...run }, headed) =>
    best ? (
      <span
        className="leading-tight md:block"
        title={[stepText(best.spec, protocolOf({ spec })), spec.load.tool].filter(Boolean).join(', ')}
      >
        <span className={isDeep(best.spec) ? 'font-medium' : undefined}>
          {briefLoadText(best.spec, protocolOf({ spec }))}
        </span>
        {headed && spec.load.tool && <span className="block max-w-24 truncate text-muted">{spec.load.tool}</span>}
      </span>
    ) : (
      <Absent why={whyNoBest({ spec, ...run })} />
    ),
  against: ({ standing, best, spec }) =>
    standing?.held ? (
      <HeldChange held={standing.held} besideLoad={best && briefLoadText(best.spec, protocolOf({ spec }))} />
    ) : standing?.pinned ? (
      <span className="text-xs text-accent">★ baseline</span>
    ) : (
      <Absent why="Its group has no baseline" />
    ),
  p99: ({ best, ...run }) => (
    <Measured value={best?.latencyMsP99 ?? null} why={best ? (run.imported ? NOT_STATED : NO_P99) : whyNoBest(run)}>
      {(ms) => (
        <>
          {formatLatencyMs(ms, best?.latencyResolutionUs ?? 0)} <span className="text-muted">ms</span>
        </>
      )}
    </Measured>
  ),
  'server-cpu': (run) => <CpuCell value={run.best?.serverCpuUsPerRequest ?? null} run={run} />,
  'client-cpu': (run) => <CpuCell value={run.best?.clientCpuUsPerRequest ?? null} run={run} />,
  target: ({ spec }) => (
    <span className="leading-tight md:grid md:w-24" title={`${targetText(spec.target)}, ${mixText(spec.requests)}`}>
      <span className="truncate">{targetName(spec.target)}</span>{' '}
      <span className="truncate text-muted">{mixText(spec.requests)}</span>
    </span>
  ),
  revision: (run) => {
    const text = revisionText(run);
    return text === null ? (
      <Absent why="No revision was named" />
    ) : (
      <span className="block max-w-40 truncate" title={text}>
        {text}
      </span>
    );
  },
  tuning: ({ spec }) => <TuningCell spec={spec} />,
  tool: ({ spec }) => (
    <>
      {spec.load.tool ?? <Absent why={NOT_STATED} />}
      {spec.load.search && <span className="text-muted"> ceiling search</span>}
    </>
  ),
  hosts: ({ hostNames }) => <Hosts names={hostNames} />,
  created: ({ createdAtUs, hostNames }, headed) => (
    <span className="leading-tight text-muted md:grid md:justify-items-end">
      <When atUs={createdAtUs} />
      {headed && <Hosts names={hostNames} />}
    </span>
  ),
  duration: ({ startedAtUs, endedAtUs, imported }) =>
    startedAtUs === null || endedAtUs === null ? (
      <Absent why={imported ? NOT_STATED : 'It never started'} />
    ) : (
      formatDurationUs(endedAtUs - startedAtUs)
    ),
  who: ({ createdByName }) => createdByName ?? <Absent why="Not recorded" />,
  notes: ({ notes }) =>
    notes === '' ? (
      <Absent why="No notes" />
    ) : (
      <span className="block max-w-64 truncate text-muted" title={notes}>
        {notes.trim().split('\n')[0]}
      </span>
    ),
};

/** Of a load that must not be taken for that of its neighbours. */
const isDeep = (step: AskedStep): boolean => step.loop === 'closed' && (step.pipelining ?? 1) > 1;

function Hosts({ names }: { names: string[] }) {
  return (
    <span className="md:block md:max-w-22 md:truncate" title={names.join(', ')}>
      {names.slice(0, HOSTS).join(', ')}
      {names.length > HOSTS && <span className="text-muted"> + {names.length - HOSTS}</span>}
    </span>
  );
}

function StatusCell({ run }: { run: RunSummary }) {
  const status = statusOf(run);
  const why = [status.more, run.imported ? `From ${run.imported.source}` : run.failure?.sentence].filter(Boolean);
  return (
    <Chip tone={status.tone} title={why.join('. ') || undefined}>
      {status.label}
    </Chip>
  );
}

/** How it ended where that is an exception, then what its figure is worth and what limited it. */
function OutcomeCell({ run, headed }: { run: RunSummary; headed: boolean }) {
  const { verdict, imported, state, stepsFailed, stepsMeasured } = run;
  return (
    <span className="inline-flex max-w-full items-start gap-1.5 md:max-w-56 md:items-center">
      {imported && state === 'finished' && stepsFailed === 0 ? (
        <span className="max-md:flex max-md:h-5 max-md:items-center">
          <ImportedMark source={imported.source} />
        </span>
      ) : (
        (state !== 'finished' || stepsFailed > 0) && <StatusCell run={run} />
      )}
      {verdict ? (
        <VerdictChip verdict={verdict} headed={headed} leftOut={verdict.leftOut} />
      ) : (
        state === 'finished' && <Absent why={stepsMeasured === 0 ? 'No step was measured' : 'Not judged yet'} />
      )}
    </span>
  );
}

/** Its figures were measured elsewhere. */
const ImportedMark = ({ source }: { source: string }) => (
  <span title={`Imported from ${source}`} className="shrink-0 text-muted">
    <Download aria-hidden className="size-3.5" />
    <span className="sr-only">imported</span>
  </span>
);

function CpuCell({ value, run }: { value: number | null; run: RunSummary }) {
  return (
    <Measured value={value} why={run.best ? (run.imported ? NOT_STATED : NOT_SAMPLED) : whyNoBest(run)}>
      {(us) => (
        <>
          {formatSignificant(us)} <span className="text-muted">µs</span>
        </>
      )}
    </Measured>
  );
}

const CHIPS = 2;

/** The first few settings; the rest are counted, and told to whoever points at them. */
function TuningCell({ spec }: { spec: RunSummary['spec'] }) {
  const asked = askedChips(spec);
  if (asked.length === 0) return <Absent why={whyNoChips(spec)} />;
  const shown = asked.length === CHIPS + 1 ? asked : asked.slice(0, CHIPS);
  const rest = asked.slice(shown.length);
  return (
    <ul className="flex gap-1 max-md:flex-wrap md:max-w-56">
      {shown.map((one) => (
        <li key={one.short} className="max-w-full">
          <TagLabel title={inFull(one)}>
            <span className="max-w-28 truncate">{one.short}</span>
          </TagLabel>
        </li>
      ))}
      {rest.length > 0 && (
        <li title={rest.map(inFull).join('\n')} className="text-xs leading-5 text-muted">
          + {rest.length} more
          <span className="sr-only">: {rest.map(({ short }) => short).join(', ')}</span>
        </li>
      )}
    </ul>
  );
}

const inFull = ({ label, full }: SettingChip): string => `${label}: ${full}`;
