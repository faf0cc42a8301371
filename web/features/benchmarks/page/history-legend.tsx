import type { Budget, HistoryPoint } from '@contract/benchmark';
import type { ComparedMetric } from '@contract/comparison';
import type { AnswerKind } from '@rules/outcomes/answer';
import { METRIC_WORDS } from '@rules/outcomes/figures';
import { isBetter } from '@rules/statistics/better-word';
import { isAgainstItself, POINT_WORDS, pointKind } from '@rules/watch/point-answer';
import { formatCount } from '@rules/words/numbers';
import type { ReactNode } from 'react';
import { KIND_INKS } from '@/features/compare/outcomes/kind-inks';
import { sideOf } from '@/ui/sides';
import { limitText } from '../budgets/budget-words';
import type { ChangeMark } from '../chart/change-marks';
import { POINT_SHAPES } from '../chart/history-drawing';
import type { HistoryView } from '../url-state';

interface HistoryLegendProps {
  view: HistoryView;
  alone: boolean;
  metric: ComparedMetric;
  marginPercent: number;
  points: HistoryPoint[];
  changes: ChangeMark[];
  budgets: Budget[];
  /** How many. */
  hostMoves: number;
}

/** What the marks mean, as far as there are such. */
export function HistoryLegend(props: HistoryLegendProps) {
  const { view, alone, metric, marginPercent, points, changes, budgets, hostMoves } = props;
  const gaps = points.filter(({ gap }) => gap !== null).length;
  return (
    <ul aria-label="Marks" className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {view === 'change' && !alone && <Kinds metric={metric} marginPercent={marginPercent} points={points} />}
      {view === 'change' && alone && <li>The same build stands on both sides, so what differs is noise</li>}
      {view === 'figures' && !alone && <SideMark index={0}>reference</SideMark>}
      {view === 'figures' && <SideMark index={1}>{alone ? 'the build' : 'candidate'}</SideMark>}
      {gaps > 0 && (
        <Mark path="M-3 -3l6 6m0 -6l-6 6" stroke="var(--warn)">
          no value {formatCount(gaps)}
        </Mark>
      )}
      {changes.some(({ shown }) => shown) && <li>Bars: a change lies between, as an experiment showed</li>}
      {changes.some(({ shown }) => !shown) && <li>Dashed bars: suspected, and not shown here</li>}
      {hostMoves > 0 && <li>Dotted lines: the hosts moved</li>}
      {budgets.map((budget) => (
        <li key={limitText(budget)}>Budget: {limitText(budget)}</li>
      ))}
      {view === 'change' && <li>Lines are 95 % intervals; shaded: the margin now, ±{marginPercent} %</li>}
      {view === 'figures' && !alone && <li>Where both move together, the host moved</li>}
      {view === 'figures' && alone && (
        <li>Lines are noise within its rounds. These cannot tell a slower build from a slower host</li>
      )}
    </ul>
  );
}

const KINDS: AnswerKind[] = ['better', 'worse', 'same', 'unclear'];

function Kinds({ metric, marginPercent, points }: Pick<HistoryLegendProps, 'metric' | 'marginPercent' | 'points'>) {
  const counts = new Map<AnswerKind | null, number>();
  for (const point of points) {
    const kind = point.ratio === null ? null : pointKind(point, metric, marginPercent);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const higherIsBetter = isBetter(METRIC_WORDS[metric].quantity, 'higher');
  const shapeOf = (kind: AnswerKind): string => {
    if (kind !== 'better' && kind !== 'worse') return POINT_SHAPES.DOT;
    return (kind === 'better') === higherIsBetter ? POINT_SHAPES.UP : POINT_SHAPES.DOWN;
  };
  const itself = points.filter((point) => point.ratio !== null && isAgainstItself(point)).length;
  return (
    <>
      {KINDS.filter((kind) => counts.has(kind)).map((kind) => (
        <Mark
          key={kind}
          path={shapeOf(kind)}
          stroke={KIND_INKS[kind]}
          fill={kind === 'unclear' ? 'var(--panel)' : KIND_INKS[kind]}
        >
          {POINT_WORDS[kind]} {formatCount(counts.get(kind) ?? 0)}
        </Mark>
      ))}
      {itself > 0 && (
        <Mark path={POINT_SHAPES.SQUARE} stroke="var(--muted)">
          the reference itself {formatCount(itself)}
        </Mark>
      )}
    </>
  );
}

function SideMark({ index, children }: { index: number; children: ReactNode }) {
  const { ink, marker } = sideOf(index);
  return (
    <Mark path={marker} fill={`var(--${ink})`} stroke="none">
      {children}
    </Mark>
  );
}

interface MarkProps {
  path: string;
  stroke: string;
  fill?: string;
  children: ReactNode;
}

function Mark({ path, stroke, fill = 'none', children }: MarkProps) {
  return (
    <li className="inline-flex items-center gap-1.5">
      <svg width="14" height="14" viewBox="-7 -7 14 14" aria-hidden>
        <path d={path} fill={fill} stroke={stroke} strokeWidth="1.5" />
      </svg>
      <span>{children}</span>
    </li>
  );
}
