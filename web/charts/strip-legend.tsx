import { STROKES } from '@/ui/strokes';
import { Label } from '@/ui/term';
import type { Line } from './series-group';

interface StripLegendProps {
  title: string;
  when: string;
  reading: { line: Line; text: string }[];
}

export function StripLegend({ title, when, reading }: StripLegendProps) {
  return (
    <figcaption className="mb-1 flex flex-wrap items-baseline gap-x-4 gap-y-0.5 text-xs">
      <span className="text-sm font-medium">{title}</span>
      <span className="text-muted">{when}</span>
      <span className="flex flex-wrap gap-x-4 gap-y-0.5 sm:ml-auto">
        {reading.map(({ line, text }) => (
          <span key={line.name} className="inline-flex items-center gap-1.5 whitespace-nowrap">
            <Swatch line={line} />
            <span className="text-muted">
              <Label text={line.label} />
            </span>
            <span className="min-w-12 font-medium">{text}</span>
          </span>
        ))}
      </span>
    </figcaption>
  );
}

function Swatch({ line }: { line: Line }) {
  const colour = `var(--${line.ink})`;
  return (
    <svg width="22" height="10" aria-hidden>
      {line.fill !== null ? (
        <rect
          x="0.5"
          y="0.5"
          width="21"
          height="9"
          rx="2"
          fill={colour}
          fillOpacity={line.fill}
          stroke={colour}
          strokeOpacity="0.6"
        />
      ) : (
        <path d="M0 5H22" stroke={colour} strokeWidth="2" strokeDasharray={STROKES[line.stroke].join(' ')} />
      )}
    </svg>
  );
}
