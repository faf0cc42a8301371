import { sideOf } from './sides';
import { STROKES } from './strokes';

/** The line and shape by which a run is known in every chart. */
export function SideMark({ index, line = false }: { index: number; line?: boolean }) {
  const { ink, stroke, marker } = sideOf(index);
  const width = line ? 34 : 12;
  return (
    <svg width={width} height="12" aria-hidden className="shrink-0">
      {line && (
        <path
          d={`M0 6H${width}`}
          stroke={`var(--${ink})`}
          strokeWidth="1.75"
          strokeDasharray={STROKES[stroke].join(' ')}
        />
      )}
      <path
        d={marker}
        transform={`translate(${width / 2} 6)`}
        fill={`var(--${ink})`}
        stroke="var(--panel)"
        strokeWidth={line ? 1 : 0}
      />
    </svg>
  );
}

/** The mark with its letter: what stands for a run in tables. */
export function SideLetter({ index }: { index: number }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <SideMark index={index} />
      <span className="font-semibold">{sideOf(index).letter}</span>
    </span>
  );
}
