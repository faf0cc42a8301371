'use client';

import { groupsBy } from '@rules/words/groups';
import { formatMsTick, formatTick } from '@rules/words/numbers';
import { labelsWithRoom, linearScale, logScale, rampPositions, sideBySide, stretchesOf } from '@/charts/chart-maths';
import { highestOf, lowestOf } from '@/charts/extent';
import { PlotFrame, pathOf } from '@/charts/plot-frame';
import { drawnMs, isBelow } from '@/charts/resolution';
import { AXIS_WORDS } from '@/lib/ramp';
import { type DrawnPoint, drawnPoints, seriesOf } from './drawn-points';
import { MARK_WIDTH, RampMark } from './ramp-mark';
import type { Ramp } from './ramp-points';
import { chosenSentence } from './ramp-sentence';
import { SearchMarks } from './search-marks';

interface RampChartProps {
  ramp: Ramp;
  width: number;
  chosen: number | null;
  onChoose: (stepIndex: number) => void;
}

const TOP = 24;
/** Lower on a phone, so that it is seen with the answer above it. */
const heightOf = (width: number): number => (width < 420 ? 180 : 240);
const LEFT = 52;

export function RampChart({ ramp, width, chosen, onChoose }: RampChartProps) {
  const { varies } = ramp;
  const points = drawnPoints(ramp);
  const height = heightOf(width);
  const bottom = height - 40;
  const right = width - 58;
  const place = placesOf(ramp, LEFT + 14, right - 14);
  const axisXs = points.map(({ x }) => place(x));
  const xs = sideBySide(axisXs, MARK_WIDTH, LEFT, right);
  const xOf = new Map(points.map(({ stepIndex }, i) => [stepIndex, xs[i] ?? LEFT]));
  const tails = points.flatMap((point) => tailsOf(point).map((ms) => drawnMs(ms, point.resolutionUs)));
  const y = linearScale(
    highestOf(
      points.flatMap((point) => [point.rateRange?.high ?? point.requestsPerSecond, point.offeredPerSecond ?? 0]),
    ),
    bottom,
    TOP,
  );
  const z = tails.length > 0 ? logScale(lowestOf(tails), highestOf(tails), bottom, TOP) : null;
  const labels = labelsWithRoom(axisXs, 40);
  const isOpen = ({ p99, resolutionUs }: DrawnPoint): boolean => p99 !== null && isBelow(p99, resolutionUs);
  const joined = points.filter((point) => point.joined);
  const series = varies === 'step' ? [joined] : [...groupsBy(joined, seriesOf).values()];
  const line = (of: (point: DrawnPoint) => number | null): string =>
    series
      .flatMap((along) => stretchesOf(along, (point) => (of(point) === null ? null : seriesOf(point))))
      .map((stretch) =>
        pathOf(
          stretch.flatMap((point) => {
            const at = of(point);
            return at === null ? [] : [[xOf.get(point.stepIndex) ?? LEFT, at] as const];
          }),
        ),
      )
      .join('');
  const tailY = ({ p99, resolutionUs }: DrawnPoint): number | null =>
    p99 === null || !z ? null : z(drawnMs(p99, resolutionUs));
  return (
    <svg
      width={width}
      height={height}
      className="block overflow-visible text-[11px]"
      aria-label={`req/s and p99 against ${AXIS_WORDS[varies]}`}
    >
      <SearchMarks ramp={ramp} place={place} top={TOP} bottom={bottom} />
      <PlotFrame
        left={LEFT}
        right={right}
        bottom={bottom}
        ticks={y.ticks.map((tick) => ({ at: y(tick), label: formatTick(tick) }))}
        rightTicks={z?.ticks.map((tick) => ({ at: z(tick), label: formatMsTick(tick) }))}
        columns={points.flatMap(({ x }, i) => (labels[i] ? [{ at: axisXs[i] ?? 0, label: formatTick(x) }] : []))}
        axis={varies === 'step' ? 'step' : `${AXIS_WORDS[varies]}, log scale`}
      />
      <path
        d={line(({ offeredPerSecond }) => (offeredPerSecond === null ? null : y(offeredPerSecond)))}
        fill="none"
        stroke="var(--muted)"
        strokeWidth="1.5"
        strokeDasharray="1.5 3"
      />
      {/* What is below the resolution may lie anywhere below its mark: no line leads there. */}
      <path
        d={line((point) => (isOpen(point) ? null : tailY(point)))}
        fill="none"
        stroke="var(--client)"
        strokeWidth="1.5"
        strokeDasharray="4 3"
      />
      <path d={line((point) => y(point.requestsPerSecond))} fill="none" stroke="var(--server)" strokeWidth="2" />
      {points.map((point, i) => (
        <RampMark
          key={point.stepIndex}
          said={chosenSentence(point, varies, chosen)}
          x={xs[i] ?? 0}
          top={TOP}
          bottom={bottom}
          rateY={y(point.requestsPerSecond)}
          invalid={point.validity === 'invalid'}
          again={point.again}
          wall={point.wall}
          tailY={tailY(point)}
          tailOpen={isOpen(point)}
          rangeY={tailSpan(point) && z ? tailsOf(point).map((ms) => z(drawnMs(ms, point.resolutionUs))) : null}
          rateRangeY={point.rateRange && [point.rateRange.low, point.rateRange.high].map(y)}
          chosen={chosen !== null && stepsOf(point).includes(chosen)}
          onChoose={() => onChoose(afterChosen(point, chosen))}
        />
      ))}
    </svg>
  );
}

const tailSpan = ({ p99Range, tailRange }: DrawnPoint) => p99Range ?? tailRange;

function tailsOf(point: DrawnPoint): number[] {
  const span = tailSpan(point);
  return span ? [span.low, span.high] : point.p99 === null ? [] : [point.p99];
}

const stepsOf = ({ stepIndex, repeats }: DrawnPoint): number[] =>
  repeats.length === 0 ? [stepIndex] : repeats.map((repeat) => repeat.stepIndex);

/** Repeats are chosen one after the other; the last one again gives up the choice. */
function afterChosen(point: DrawnPoint, chosen: number | null): number {
  const steps = stepsOf(point);
  const at = chosen === null ? -1 : steps.indexOf(chosen);
  return steps[at + 1] ?? steps[at] ?? 0;
}

/** Where a load stands: the ends of a bracket are among those that the axis has to hold. */
function placesOf({ points, varies, bracket }: Ramp, from: number, to: number): (x: number) => number {
  const values = [...points.map(({ x }) => x), ...(bracket ? [bracket.low, bracket.high] : [])];
  if (varies === 'step') {
    const last = points.length - 1;
    return (x) =>
      from +
      (Math.max(
        0,
        points.findIndex((point) => point.x === x),
      ) /
        Math.max(1, last)) *
        (to - from);
  }
  const places = rampPositions(values, from, to);
  return (x) => places[values.indexOf(x)] ?? from;
}
