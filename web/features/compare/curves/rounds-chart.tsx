'use client';

import { formatTick } from '@rules/words/numbers';
import { PlotFrame, pathOf } from '@/charts/plot-frame';
import { useElementWidth } from '@/ui/browser/element-width';
import { sideOf } from '@/ui/sides';
import { type RoundDot, type Rounds, ticksAround } from './rounds';

const HEIGHT = 210;
const TOP = 10;
const BOTTOM = HEIGHT - 40;
const LEFT = 58;
const APART = 18;

/** Dots of every side; those of a round stand together and are joined, others stand in a column for each side. */
export function RoundsChart({ rounds, markOf, nameOf }: Omit<DrawingProps, 'width'>) {
  const [ref, width] = useElementWidth<HTMLDivElement>();
  return (
    <div ref={ref} style={{ height: HEIGHT }}>
      {width > 0 && <Drawing rounds={rounds} markOf={markOf} nameOf={nameOf} width={width} />}
    </div>
  );
}

interface DrawingProps {
  rounds: Rounds;
  markOf: (sideIndex: number) => number;
  nameOf: (sideIndex: number) => string;
  width: number;
}

function Drawing({ rounds, markOf, nameOf, width }: DrawingProps) {
  const { paired, places, sideIndexes, dots, means } = rounds;
  const ticks = ticksAround(dots.map(({ value }) => value));
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const y = (value: number): number => BOTTOM - ((value - low) / (high - low)) * (BOTTOM - TOP);
  const columns = paired ? places : sideIndexes.length;
  const room = (width - LEFT - 16) / columns;
  const columnAt = (column: number): number => LEFT + room * (column + 0.5);
  const apart = Math.min(APART, room / (paired ? sideIndexes.length : places + 1));
  const x = ({ sideIndex, place }: RoundDot): number => {
    const side = sideIndexes.indexOf(sideIndex);
    return paired
      ? columnAt(place) + (side - (sideIndexes.length - 1) / 2) * apart
      : columnAt(side) + (place - (places - 1) / 2) * apart;
  };
  const labels = paired ? Array.from({ length: places }, (_, round) => String(round + 1)) : sideIndexes.map(nameOf);
  return (
    <svg width={width} height={HEIGHT} aria-hidden className="block text-[11px]">
      <PlotFrame
        left={LEFT}
        right={width - 8}
        bottom={BOTTOM}
        ticks={ticks.map((tick) => ({ at: y(tick), label: formatTick(tick) }))}
        columns={labels.map((label, column) => ({ at: columnAt(column), label }))}
        axis={`${paired ? 'round' : 'side'}${low > 0 ? `; the axis begins at ${formatTick(low)}` : ''}`}
      />
      {paired &&
        Array.from({ length: places }, (_, round) => dots.filter(({ place }) => place === round)).map((joined) => (
          <path
            key={joined[0]?.place}
            d={pathOf(joined.map((dot) => [x(dot), y(dot.value)]))}
            fill="none"
            stroke="var(--line-strong)"
            strokeWidth="1.5"
          />
        ))}
      {!paired &&
        means.map(({ sideIndex, mean }) => {
          const middle = columnAt(sideIndexes.indexOf(sideIndex));
          const half = Math.min(room / 2 - 4, (places * apart) / 2 + 8);
          return (
            <path
              key={sideIndex}
              d={`M${middle - half} ${y(mean)}H${middle + half}`}
              stroke={`var(--${sideOf(markOf(sideIndex)).ink})`}
              strokeWidth="1.5"
              strokeDasharray="4 3"
            />
          );
        })}
      {dots.map((dot) => {
        const { ink, marker } = sideOf(markOf(dot.sideIndex));
        return (
          <path
            key={`${dot.sideIndex} ${dot.place}`}
            d={marker}
            transform={`translate(${x(dot)} ${y(dot.value)})`}
            fill={`var(--${ink})`}
            stroke="var(--panel)"
            strokeWidth="1"
          />
        );
      })}
    </svg>
  );
}
