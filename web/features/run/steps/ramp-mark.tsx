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
  /** A hollow dot: another step of this load decided. */
  again: boolean;
  tailY: number | null;
  /** The p99 is below the tool's resolution: the mark is its bound. */
  tailOpen: boolean;
  /** What limited it, as a letter above the dot. */
  wall: WallLetter | null;
  /** Places of the lowest and the highest client, or repeat. */
  rangeY: number[] | null;
  /** Places of the lowest and the highest repeat. */
  rateRangeY: number[] | null;
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
  again,
  tailY,
  tailOpen,
  wall,
  rangeY,
  rateRangeY,
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
          <circle
            cx={x}
            cy={rateY}
            r={again ? 3 : 3.5}
            fill={again ? 'var(--panel)' : 'var(--server)'}
            stroke="var(--server)"
            strokeWidth={again ? 1.5 : 0}
          />
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
        {rangeY && <ErrorBar x={x} ends={rangeY} ink="client" />}
        {rateRangeY && <ErrorBar x={x} ends={rateRangeY} ink="server" />}
      </g>
      {wall && !invalid && (
        <text
          x={x}
          y={Math.min(rateY, ...(rateRangeY ?? [])) - 8}
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

const ErrorBar = ({ x, ends: [low, high], ink }: { x: number; ends: number[]; ink: 'client' | 'server' }) => (
  <path d={`M${x} ${low}V${high}M${x - 4} ${low}h8M${x - 4} ${high}h8`} stroke={`var(--${ink})`} strokeWidth="1.5" />
);
