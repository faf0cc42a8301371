'use client';

import type { RunPoint, RunPoints } from '@contract/run-points';
import { nameTails } from '@rules/run/run-names';
import { limitText } from '@rules/verdict/words';
import { isDoubtful } from '@rules/words/doubtful';
import { formatCount, formatLatencyMs, formatShort, plural } from '@rules/words/numbers';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useMemo, useState } from 'react';
import { boundsBelow, drawnAtBound } from '@/charts/resolution';
import { addAll, baselineFirst, type Chosen, toggle } from '@/lib/run-selection';
import { IdTail } from '@/ui/id-tail';
import { Panel } from '@/ui/panel';
import { QueryState } from '@/ui/query-state';
import { showToast } from '@/ui/toast';
import { When } from '@/ui/when';
import type { RunFilters } from '../run-filters';
import { changeSelection } from '../selection';
import { useLatencyKind } from '../url-state';
import { legendOf } from './marks';
import { depthsAmong, groupsAmong, latencyKinds } from './placing';
import { Depths, Groups, Kinds } from './scatter-choices';
import { ScatterPlot } from './scatter-plot';
import { usePoints } from './use-points';

interface ScatterPanelProps {
  filters: RunFilters;
  change: (filters: Partial<RunFilters>) => void;
  chosen: Chosen[];
}

/** Throughput against p99 of the runs that the list has: one kind of latency at a time, and what is mixed is said. */
export function ScatterPanel({ filters, change, chosen }: ScatterPanelProps) {
  const query = usePoints(filters);
  if (!query.data) return <QueryState query={query} what="the points" rows={6} />;
  return (
    <Scatter data={query.data} stale={query.isPlaceholderData} filters={filters} change={change} chosen={chosen} />
  );
}

/** Boxes with more have to be drawn smaller: whatever is selected can be deleted by one click. */
const PICKED_MOST = 200;

function pick(runs: RunPoint[], chosen: Chosen[]): void {
  if (runs.length > PICKED_MOST) {
    return showToast({
      title: `${plural(runs.length, 'run')} in this box. Draw a smaller one: at most ${PICKED_MOST}.`,
    });
  }
  const named = baselineFirst(
    runs.map(({ runId, ...run }) => ({ id: runId, ...run })),
    (run) => run,
  );
  const [one] = named;
  changeSelection(() =>
    named.length === 1 && one ? toggle(chosen, { id: one.id, name: one.name }) : addAll(chosen, named),
  );
}

function Scatter({ data, stale, filters, change, chosen }: ScatterPanelProps & { data: RunPoints; stale: boolean }) {
  const router = useRouter();
  const [asked, setAsked] = useLatencyKind();
  const [marked, setMarked] = useState<RunPoint | null>(null);
  const kinds = latencyKinds(data.points);
  const kind = kinds.find(({ latency }) => latency === asked) ?? kinds[0];
  const points = useMemo(
    () => data.points.filter(({ latency }) => latency === kind?.latency),
    [data.points, kind?.latency],
  );
  const groups = groupsAmong(points);
  const tails = useMemo(() => nameTails(points.map(({ runId, name }) => ({ id: runId, name }))), [points]);
  const known = marked && points.some(({ runId }) => runId === marked.runId) ? marked : null;
  return (
    <Panel title="Throughput against p99" aside={`${formatCount(points.length)} of ${plural(data.total, 'ended run')}`}>
      {kind === undefined ? (
        <p className="text-muted">None of these runs has both a throughput and a p99.</p>
      ) : (
        <div className={stale ? 'opacity-60' : undefined} aria-busy={stale}>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
            <Kinds kinds={kinds} kind={kind.latency} onKind={(latency) => void setAsked(latency)} />
            <Groups data={data} groups={groups} chosen={filters.group} onGroup={(group) => change({ group })} />
            <Depths depths={depthsAmong(points)} />
          </div>
          <Told run={known} tail={known === null ? undefined : tails.get(known.runId)} groups={data.groups} />
          <ScatterPlot
            points={points}
            chosen={chosen}
            marked={known}
            onMark={setMarked}
            onOpen={({ runId }) => router.push(`/runs/${runId}`)}
            onPick={(runs) => pick(runs, chosen)}
            label={`Throughput against p99 of ${plural(points.length, 'run')}; the table has the same runs. Arrow keys go from run to run, Enter opens one, x selects it.`}
          />
          <Legend points={points} />
          <LeftOut data={data} placed={points.length} />
        </div>
      )}
    </Panel>
  );
}

/** What stands under the pointer, or where the arrow keys have led. */
function Told({ run, tail, groups }: { run: RunPoint | null; tail: string | undefined; groups: string[] }) {
  return (
    <p className="my-2 min-h-5 text-sm" aria-live="polite">
      {run ? (
        <>
          <Link href={`/runs/${run.runId}`} className="font-medium text-accent underline-offset-2 hover:underline">
            {run.name}
          </Link>{' '}
          {tail && <IdTail id={run.runId} tail={tail} />} · {isDoubtful(run) && '~'}
          {formatShort(run.requestsPerSecond)} req/s · p99{' '}
          {formatLatencyMs(run.latencyMsP99, run.latencyResolutionUs ?? 0)} ms ·{' '}
          {run.pipelining !== null && run.pipelining > 1 && `${formatCount(run.pipelining)} per connection · `}
          {limitText({ wall: run.wall ?? 'unknown', walls: [] })}
          {run.validity && `, ${run.validity}`}
          {run.pinned && ' · ★ baseline'}
          {run.group !== null && <span className="text-muted"> · {groups[run.group]}</span>}{' '}
          <span className="text-muted">
            · <When atUs={run.createdAtUs} />
          </span>
        </>
      ) : (
        <span className="text-muted">
          <span className="pointer-coarse:hidden">Click a run to open it. Drag a box to select.</span>
          <span className="pointer-fine:hidden">Tap a run to read it, and again to open it.</span>
        </span>
      )}
    </p>
  );
}

function Legend({ points }: { points: RunPoint[] }) {
  const bounds = boundsBelow(
    points.map(({ latencyMsP99, latencyResolutionUs }) => ({
      ms: latencyMsP99,
      resolutionUs: latencyResolutionUs ?? 0,
    })),
  );
  return (
    <ul aria-label="Bottlenecks" className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {legendOf(points).map(({ name, ink, marker, runs }) => (
        <li key={name} className="inline-flex items-center gap-1.5">
          <svg width="14" height="14" viewBox="-7 -7 14 14" aria-hidden>
            <path d={marker} fill={`var(--${ink})`} />
          </svg>
          {name} {formatCount(runs)}
        </li>
      ))}
      {points.some(isDoubtful) && (
        <li className="inline-flex items-center gap-1.5">
          <svg width="14" height="14" viewBox="-7 -7 14 14" aria-hidden>
            <circle r="4" fill="none" stroke="currentColor" strokeWidth="1.5" />
          </svg>
          hollow: suspect
        </li>
      )}
      {bounds.length > 0 && (
        <li className="inline-flex items-center gap-1.5">
          <svg width="10" height="14" viewBox="-5 -2 10 14" aria-hidden>
            <path d="M0 0V10M-3 7L0 10L3 7" fill="none" stroke="currentColor" strokeWidth="1.5" />
          </svg>
          arrow: p99 {drawnAtBound(bounds)}
        </li>
      )}
      {points.some(({ pinned }) => pinned) && <li>★ baseline of its group</li>}
    </ul>
  );
}

/** Why the picture has fewer runs than the list. */
function LeftOut({ data, placed }: { data: RunPoints; placed: number }) {
  const said = [
    data.points.length < data.placed && `${formatCount(data.placed - data.points.length)} older runs`,
    data.total > data.placed && `${plural(data.total - data.placed, 'run')} without a throughput or a p99`,
    data.points.length > placed && `${plural(data.points.length - placed, 'run')} of another kind of latency`,
  ].filter(Boolean);
  return said.length === 0 ? null : <p className="mt-2 text-xs text-muted">Not shown: {said.join(', ')}.</p>;
}
