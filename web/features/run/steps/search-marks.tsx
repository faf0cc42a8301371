import type { Ramp } from './ramp-points';

interface SearchMarksProps {
  ramp: Ramp;
  place: (x: number) => number;
  top: number;
  bottom: number;
}

/** Behind the curves: where the ceiling lies, and the knee by its name. */
export function SearchMarks({ ramp: { points, knee, bracket }, place, top, bottom }: SearchMarksProps) {
  const nearStart = knee !== null && knee === points[0]?.x;
  const [from, to] = bracket ? [place(bracket.low), place(bracket.high)] : [0, 0];
  return (
    <>
      {bracket && (
        <g>
          <rect x={from} y={top} width={Math.max(1, to - from)} height={bottom - top} fill="var(--ok-soft)" />
          <path d={`M${from} ${top}V${bottom}M${to} ${top}V${bottom}`} stroke="var(--ok)" strokeOpacity="0.6" />
        </g>
      )}
      {knee !== null && (
        <g>
          <path d={`M${place(knee)} ${top}V${bottom}`} stroke="var(--ok)" strokeWidth="1.5" strokeDasharray="2 2" />
          <text
            x={place(knee) + (nearStart ? 5 : -5)}
            y={bottom - 6}
            textAnchor={nearStart ? 'start' : 'end'}
            className="fill-ok font-medium"
          >
            knee
          </text>
        </g>
      )}
    </>
  );
}
