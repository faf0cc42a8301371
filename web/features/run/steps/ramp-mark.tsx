'use client';

import type { WallLetter } from '@/lib/wall-letter';

interface RampMarkProps {
  said: string;
  x: number;
  top: number;
  bottom: number;
  rateY: number;
  /** A cross in the place of the dot: the figure cannot be right. */
  invalid: boolean;
  tailY: number | null;
  /** The p99 is below the tool's resolution: the mark is its bound. */
  tailOpen: boolean;
  /** What limited it, as a letter above the dot. */
  wall: WallLetter | null;
  /** Places of the lowest and the highest client. */
  rangeY: number[] | null;
  chosen: boolean;
  onChoose: () => void;
}

/** Of the button, in px: two that stand for one load share none of it. */
export const MARK_WIDTH = 28;

/** A step on the curves: a button over its whole height. */
export function RampMark({
  said,
  x,
  top,
  bottom,
  rateY,
  invalid,
  tailY,
  tailOpen,
  wall,
  rangeY,
  chosen,
  onChoose,
}: RampMarkProps) {
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: an SVG group cannot be a button element */}
      <g
        role="button"
        tabIndex={0}
        aria-pressed={chosen}
        aria-label={said}
        className="cursor-pointer"
        onClick={onChoose}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          onChoose();
        }}
      >
        <title>{said}</title>
        <rect
          x={x - MARK_WIDTH / 2}
          y={top - 6}
          width={MARK_WIDTH}
          height={bottom - top + 8}
          rx={4}
          className={chosen ? 'fill-accent/12' : 'fill-transparent hover:fill-accent/8'}
        />
        {invalid ? (
          <path
            d={`M${x - 4} ${rateY - 4}l8 8M${x - 4} ${rateY + 4}l8 -8`}
            stroke="var(--bad)"
            strokeWidth="2"
            strokeLinecap="round"
          />
        ) : (
          <circle cx={x} cy={rateY} r={3.5} fill="var(--server)" />
        )}
        {tailY !== null && (
          <rect
            x={x - 3}
            y={tailY - 3}
            width={6}
            height={6}
            fill={tailOpen ? 'var(--panel)' : 'var(--client)'}
            stroke="var(--client)"
            strokeWidth={tailOpen ? 1.5 : 0}
          />
        )}
        {rangeY && (
          <path
            d={`M${x} ${rangeY[0]}V${rangeY[1]}M${x - 4} ${rangeY[0]}h8M${x - 4} ${rangeY[1]}h8`}
            stroke="var(--client)"
            strokeWidth="1.5"
          />
        )}
      </g>
      {wall && !invalid && (
        <text
          x={x}
          y={rateY - 8}
          aria-hidden
          textAnchor="middle"
          fontWeight="700"
          fill={`var(--${wall.ink})`}
          className="pointer-events-none text-[12px]"
        >
          {wall.letter}
        </text>
      )}
    </>
  );
}
