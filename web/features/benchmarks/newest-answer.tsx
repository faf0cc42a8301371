import type { BenchmarkSummary, HistoryPoint } from '@contract/benchmark';
import type { ComparedMetric } from '@contract/comparison';
import { intervalText } from '@rules/outcomes/answer';
import { figureText, METRIC_WORDS } from '@rules/outcomes/figures';
import {
  againstText,
  changeOfPoint,
  isAgainstItself,
  ownFigure,
  POINT_WORDS,
  pointKind,
} from '@rules/watch/point-answer';
import { ABSENT, formatShort } from '@rules/words/numbers';
import { KindChip } from '@/features/compare/outcomes/outcome-chip';
import { When } from '@/ui/when';
import { revisionName } from './revision-name';

/** What came of the newest revision, in a line or two. */
export function NewestAnswer({ benchmark: { strip, primary, marginPercent } }: { benchmark: BenchmarkSummary }) {
  const newest = strip.at(-1);
  if (!newest) return <span className="text-muted">not measured yet</span>;
  const kind = pointKind(newest, primary.metric, marginPercent);
  return (
    <span className="block min-w-0 leading-tight">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 md:max-w-md md:truncate" title={newest.gap ?? undefined}>
          <PointFigure point={newest} metric={primary.metric} />
        </span>
        {(kind === 'better' || kind === 'worse') && <KindChip kind={kind} text={POINT_WORDS[kind]} />}
      </span>
      <span className="block text-xs text-muted">
        {revisionName(newest.revision)}
        {newest.gap === null && ` ${againstText(newest)}${noiseText(newest)}`}, <When atUs={newest.measuredAtUs} />
      </span>
    </span>
  );
}

function noiseText(point: HistoryPoint): string {
  const interval = point.against === null ? intervalText(point) : null;
  return interval === null ? '' : ` (${interval})`;
}

/** The change with its interval; without a reference the build's own figure; of a gap why it is one. */
export function PointFigure({ point, metric }: { point: HistoryPoint; metric: ComparedMetric }) {
  if (point.gap !== null) return <span className="text-warn">No value: {point.gap}</span>;
  if (point.against !== null) {
    const look = isAgainstItself(point) ? 'text-muted' : 'font-medium';
    return <span className={look}>{changeOfPoint(point)}</span>;
  }
  return <span className="font-medium">{figureWithUnit(ownFigure(point), metric)}</span>;
}

export const figureWithUnit = (value: number | null, metric: ComparedMetric): string =>
  value === null ? ABSENT : `${figureText(value)}\u00a0${METRIC_WORDS[metric].unit}`;

/** Three digits; the exact figure stands in the table. */
export const headlineFigure = (value: number | null, metric: ComparedMetric): string =>
  value === null ? ABSENT : `${formatShort(value)}\u00a0${METRIC_WORDS[metric].unit}`;
