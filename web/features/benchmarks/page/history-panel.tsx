'use client';

import type { Alert } from '@contract/alert';
import type { Benchmark, BenchmarkHistory, HistoryPoint, HistorySeries, KeptBudget } from '@contract/benchmark';
import { metricTitle } from '@rules/outcomes/figures';
import { changeOfPoint } from '@rules/watch/point-answer';
import { formatCount, plural } from '@rules/words/numbers';
import { useRouter } from 'next/navigation';
import { type ReactNode, useMemo, useState } from 'react';
import { PictureMenu, PicturesOf } from '@/charts/save/picture-menu';
import { Panel } from '@/ui/panel';
import { isConfirmed } from '../alerts/alert-looks';
import { isHeld, isSameFigure } from '../budgets/budget-words';
import { changeMarks } from '../chart/change-marks';
import { HistoryChart } from '../chart/history-chart';
import { orderedPoints, stretchInSight } from '../chart/shown-points';
import { type HistoryView, useShownHistory } from '../url-state';
import { HistoryChoices } from './history-choices';
import { HistoryLegend } from './history-legend';
import { HistoryTable } from './history-table';
import { HostMoves } from './host-moves';
import { NewestPanel } from './newest-panel';
import { PointTold } from './point-told';

interface HistoryPanelProps {
  benchmark: Benchmark;
  history: BenchmarkHistory;
  /** Its changes; none until they are read. */
  alerts: Alert[];
  /** What says more of them: above the picture if one waits for somebody, else below. */
  children: ReactNode;
}

/** The newest answer, its history as a picture, and the same as a table. */
export function HistoryPanel({ benchmark, history, alerts, children }: HistoryPanelProps) {
  const router = useRouter();
  const [shown, setShown] = useShownHistory();
  const [marked, setMarked] = useState<HistoryPoint | null>(null);
  const series = seriesOf(history.series, benchmark, shown);
  const points = useMemo(() => orderedPoints(series?.points ?? [], shown.by), [series, shown.by]);
  if (!series) return null;
  const { metric } = series;
  const [first, last] = stretchInSight(points, shown.zoom);
  const inSight = points.slice(first, last + 1);
  const alone = series.points.every(({ against }) => against === null);
  const view: HistoryView = shown.view ?? (alone ? 'figures' : 'change');
  const known = points.find(({ experimentId }) => experimentId === marked?.experimentId) ?? null;
  const open = ({ experimentId }: HistoryPoint): void => router.push(`/experiments/${experimentId}`);
  const urgent = alerts.some(isConfirmed);
  const changes = changeMarks(alerts, series);
  const budgets = budgetsOf(benchmark, series, view);
  const title = `${metricTitle(metric)} at step ${series.stepIndex + 1}`;
  return (
    <PicturesOf value={benchmark.name}>
      <NewestPanel series={series} marginPercent={benchmark.marginPercent} />
      {urgent && children}
      <Panel title={title} aside={countText(inSight, points.length)}>
        <HistoryChoices
          series={history.series}
          shown={{ ...series, view, by: shown.by }}
          change={setShown}
          alone={alone}
          zoomed={shown.zoom !== null}
        />
        <PointTold point={known} metric={metric} epochs={history.epochs} />
        <div data-picture="">
          <HistoryChart
            points={points}
            epochs={history.epochs}
            changes={changes}
            budgets={budgets}
            hostMoves={series.hostMoves}
            metric={metric}
            marginPercent={benchmark.marginPercent}
            view={view}
            by={shown.by}
            zoom={shown.zoom}
            onZoom={(zoom) => void setShown({ zoom })}
            marked={known}
            onMark={setMarked}
            onOpen={open}
            label={`${title} of ${plural(points.length, 'point')}; the table has the same. Arrow keys go from point to point, Enter opens its experiment, + and − zoom, Escape shows all.`}
            said={known ? `${known.revision}: ${known.gap ?? changeOfPoint(known)}` : 'no point chosen'}
          />
          <div className="flex items-start justify-between gap-2">
            <HistoryLegend
              view={view}
              alone={alone}
              metric={metric}
              marginPercent={benchmark.marginPercent}
              points={inSight}
              changes={changes}
              budgets={budgets}
              hostMoves={series.hostMoves.length}
            />
            <PictureMenu
              title={title}
              csv={async () => (await import('../chart/history-csv')).historyCsv(inSight, metric)}
            />
          </div>
        </div>
        <HostMoves moves={series.hostMoves} />
      </Panel>
      {!urgent && children}
      <HistoryTable points={series.points} metric={metric} marginPercent={benchmark.marginPercent} />
    </PicturesOf>
  );
}

/** What the address names, or what the benchmark is watched by. */
function seriesOf(
  all: HistorySeries[],
  { primary }: Benchmark,
  { metric, step }: { metric: HistorySeries['metric'] | null; step: number | null },
): HistorySeries | undefined {
  const of = (wanted: HistorySeries['metric'], stepIndex: number): HistorySeries | undefined =>
    all.find((one) => one.metric === wanted && one.stepIndex === stepIndex);
  return of(metric ?? primary.metric, step === null ? primary.stepIndex : step - 1) ?? all[0];
}

/** Those that are held, of what is drawn: a limit of the ratio, or one of the figure. */
const budgetsOf = ({ budgets }: Benchmark, { metric, stepIndex }: HistorySeries, view: HistoryView): KeptBudget[] =>
  budgets.filter(
    (one) =>
      isSameFigure(one, { metric, stepIndex }) && one.of === (view === 'change' ? 'ratio' : 'figure') && isHeld(one),
  );

/** '300 points, 9 gaps', or of a part '10 of 300 points'. */
function countText(points: HistoryPoint[], all: number): string {
  const gaps = points.filter(({ gap }) => gap !== null).length;
  const shown = points.length < all ? `${formatCount(points.length)} of ` : '';
  return `${shown}${plural(all, 'point')}${gaps > 0 ? `, ${plural(gaps, 'gap')}` : ''}`;
}
