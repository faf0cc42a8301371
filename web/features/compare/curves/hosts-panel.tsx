'use client';

import type { Comparison } from '@contract/comparison';
import { rowName } from '@rules/comparison/row-load';
import { plural } from '@rules/words/numbers';
import { type ReactNode, useMemo, useState } from 'react';
import { isSummed } from '@/charts/hosts-together';
import { atLeast, thousandths } from '@/charts/stretch';
import { StripChart } from '@/charts/strip-chart';
import type { StripView } from '@/charts/strip-spans';
import type { TimePicks } from '@/charts/time-drag';
import { useHostChoice, useMetricChoice, useRowChoice, useZoom } from '@/features/compare/url-state';
import { Button } from '@/ui/button';
import { Fold } from '@/ui/fold';
import { SelectBox } from '@/ui/inputs/control';
import { Field } from '@/ui/inputs/field';
import { Segmented } from '@/ui/inputs/segmented';
import { sideOf } from '@/ui/sides';
import type { FinerStrip } from './finer-sides';
import { finerSides, type SeriesOfSides, type Side, shownOf, sidesOf, viewOf } from './overlaid-sides';
import { type HostMetric, hostSeriesOf, metricsOf, type OverlaidSeries } from './overlay';

interface HostsPanelProps {
  comparison: Comparison;
  order: number[];
  series: SeriesOfSides;
  /** Absent where all readings are there. */
  finer?: FinerStrip | undefined;
  /** Said instead of charts while series are not there. */
  notice?: ReactNode;
}

/** The hosts of all runs over time, on one clock that starts with the step. */
export function HostsPanel(props: HostsPanelProps) {
  const { length } = props.comparison.runs.filter(({ imported }) => !imported);
  return (
    <Fold id="hosts" title="Hosts" summary={`time series of ${plural(length, 'run')} on one clock`}>
      <HostsOverTime {...props} />
    </Fold>
  );
}

function HostsOverTime({ comparison, order, series, finer, notice }: HostsPanelProps) {
  const [choice] = useRowChoice();
  const [metricId] = useMetricChoice();
  const [role] = useShownHost(comparison);
  const row = choice !== null && comparison.steps[choice - 1] ? choice - 1 : null;
  const hosts = order.flatMap((index) => {
    const run = comparison.runs[index];
    return run ? hostSeriesOf(run, series[run.id], role) : [];
  });
  const metrics = metricsOf(hosts);
  const metric = metrics.find(({ id }) => id === metricId) ?? metrics[0];
  const { id, unit } = metric ?? {};
  const sides = useMemo(
    () =>
      sidesOf({
        comparison,
        series,
        role,
        metric: id !== undefined && unit !== undefined ? { id, unit } : undefined,
        row,
        order,
      }),
    [comparison, series, role, id, unit, row, order],
  );
  const drawn = sides.flatMap(({ line }) => line ?? []);
  const [zoom, setZoom] = useZoom();
  const whole = viewOf(comparison, sides, row);
  const view = zoom ? { ...whole, fromUs: zoom.from * 1e6, toUs: zoom.to * 1e6, means: null } : whole;
  const strip = (parts: SeriesOfSides) =>
    metric && <Strip metric={metric} view={view} zoomed={zoom !== null} sides={finerSides(sides, metric, parts)} />;
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 text-xs text-muted">
          {`${row === null ? 'all clocks start with the load' : 'all clocks start with the step'}; steps marked are those of ${sideOf(drawn[0]?.runIndex ?? order[0] ?? 0).letter}`}
        </p>
        {zoom && <Button onClick={() => void setZoom(null)}>Whole stretch</Button>}
        <RoleChoice comparison={comparison} />
      </div>
      {notice ?? (
        <>
          <Choices comparison={comparison} metrics={metrics} metricId={metric?.id} row={row} />
          {!metric && <p className="text-sm text-muted">No run has samples of this host.</p>}
          {finer ? finer({ sides: shownOf(sides, view), children: strip }) : strip({})}
        </>
      )}
    </>
  );
}

interface StripProps {
  metric: HostMetric;
  view: StripView;
  zoomed: boolean;
  sides: Side[];
}

function Strip({ metric, view, zoomed, sides }: StripProps) {
  const picked = usePicks();
  const drawn = sides.flatMap(({ line }) => line ?? []);
  const absent = sides.filter(({ line }) => line === null);
  if (drawn.length === 0) return <p className="text-sm text-muted">No run has samples of this stretch.</p>;
  return (
    <>
      <StripChart
        title={metric.title}
        unit={metric.unit}
        height={190}
        view={view}
        {...picked}
        lines={drawn.map((one) => paint(one, zoomed))}
      />
      <ClientsTogether drawn={drawn} unit={metric.unit} />
      {absent.length > 0 && (
        <p className="mt-2 text-xs text-muted">
          {absent.map(({ runIndex, why }) => `${sideOf(runIndex).letter}: ${why}`).join(' · ')}
        </p>
      )}
    </>
  );
}

/** Less has no labels on its axis. */
const LEAST_US = 2e6;

/** Cursor, mark and zoom of the one strip that is drawn. */
function usePicks(): { cursorUs: number | null; onCursor: (atUs: number | null) => void; picks: TimePicks } {
  const [overUs, setOverUs] = useState<number | null>(null);
  const [pinnedUs, setPinnedUs] = useState<number | null>(null);
  const [mark, setMark] = useState<TimePicks['mark']>(null);
  const [, setZoom] = useZoom();
  return {
    cursorUs: overUs ?? pinnedUs,
    onCursor: setOverUs,
    picks: {
      pinnedUs,
      mark,
      onPin: setPinnedUs,
      onMark: setMark,
      onZoom: (stretch) => {
        setMark(null);
        if (!stretch) return void setZoom(null);
        const { fromUs, toUs } = atLeast(stretch, LEAST_US);
        void setZoom({ from: thousandths(fromUs / 1e6), to: thousandths(toUs / 1e6) });
      },
    },
  };
}

/** A line of several clients says so, and how they were put together. */
function ClientsTogether({ drawn, unit }: { drawn: OverlaidSeries[]; unit: string }) {
  const several = drawn.filter(({ hosts }) => hosts > 1);
  if (several.length === 0) return null;
  const told = several.map(({ runIndex, hosts }) => `${hosts} clients of ${sideOf(runIndex).letter}`).join(', ');
  return <p className="mt-2 text-xs text-muted">{`${isSummed(unit) ? 'Sum' : 'Mean'} of the ${told}.`}</p>;
}

function paint({ runIndex, timesUs, values, lows, highs, readings, lengthUs }: OverlaidSeries, zoomed: boolean) {
  const { letter, ink, stroke } = sideOf(runIndex);
  return {
    line: { name: letter, label: letter, ink, stroke, fill: null },
    ...{ timesUs, values, lows, highs, readings },
    ...(!zoomed && { means: { label: letter, fromUs: 0, toUs: lengthUs } }),
  };
}

/** Where no run has a host of its server, the clients' are all there is. */
function useShownHost({ runs }: Comparison): ReturnType<typeof useHostChoice> {
  const [role, setRole] = useHostChoice();
  const served = runs.some(({ hosts }) => hosts.some(({ roles }) => roles.includes('server')));
  return [served ? role : 'client', setRole];
}

function RoleChoice({ comparison }: { comparison: Comparison }) {
  const [role, setRole] = useShownHost(comparison);
  const apart = comparison.runs.some((run) => run.hosts.some(({ roles }) => roles.length === 1));
  const several = comparison.runs.some((run) => run.hosts.filter(({ roles }) => roles.includes('client')).length > 1);
  const backends = comparison.runs.some((run) => run.hosts.some(({ roles }) => roles.includes('backend')));
  if (!apart || !comparison.runs.some((run) => run.spec.server !== null)) return null;
  return (
    <Segmented
      label="Host shown"
      value={role}
      onChange={(next) => setRole(next)}
      options={[
        { value: 'server', label: 'Server host' },
        { value: 'client', label: several ? 'Client hosts' : 'Client host' },
        ...(backends ? [{ value: 'backend' as const, label: 'Backend host' }] : []),
      ]}
      className="print:hidden"
    />
  );
}

interface ChoicesProps {
  comparison: Comparison;
  metrics: { id: string; title: string }[];
  metricId: string | undefined;
  row: number | null;
}

function Choices({ comparison, metrics, metricId, row }: ChoicesProps) {
  const [, setMetric] = useMetricChoice();
  const [, setChoice] = useRowChoice();
  return (
    <div className="mb-4 grid gap-3 sm:grid-cols-[minmax(0,18rem)_minmax(0,18rem)] print:hidden">
      <Field id="compare-metric" label="Metric">
        <SelectBox id="compare-metric" value={metricId ?? ''} onChange={(event) => setMetric(event.target.value)}>
          {metrics.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </SelectBox>
      </Field>
      <Field id="compare-step" label="Stretch">
        <SelectBox
          id="compare-step"
          value={row === null ? '' : String(row + 1)}
          onChange={(event) => setChoice(event.target.value === '' ? null : Number(event.target.value))}
        >
          <option value="">All of the load</option>
          {comparison.steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same load may be asked for twice; its place is what tells it apart
            <option key={index} value={index + 1}>
              {rowName(comparison.runs, step)}
            </option>
          ))}
        </SelectBox>
      </Field>
    </div>
  );
}
