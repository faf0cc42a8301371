import type { ReactNode } from 'react';
import { STROKES } from '@/ui/strokes';
import { Label } from '@/ui/term';
import type { Line } from './series-group';

interface StripLegendProps {
  title: string;
  of: string | null;
  when: string;
  /** `range`: between what the readings behind the text lie. */
  reading: { line: Line; text: string; range: string | null }[];
  /** Controls at its end. */
  children?: ReactNode;
}

export function StripLegend({ title, of, when, reading, children }: StripLegendProps) {
  return (
    <figcaption className="relative mb-1 flex min-h-7 flex-wrap items-baseline gap-x-4 gap-y-0.5 pr-9 text-xs max-sm:min-h-11 max-sm:pr-12">
      <span className="text-sm font-medium">
        {title}
        {of !== null && <span className="font-normal text-muted"> {of}</span>}
      </span>
      <span className="text-muted">{when}</span>
      <span className="flex flex-wrap gap-x-4 gap-y-0.5 sm:ml-auto">
        {reading.map(({ line, text, range }) => (
          <span key={line.name} className="inline-flex items-center gap-1.5 whitespace-nowrap">
            <Swatch line={line} />
            <span className="text-muted">
              <Label text={line.label} />
            </span>
            <span className="min-w-12 font-medium">{text}</span>
            {range && <span className="text-muted">{range}</span>}
          </span>
        ))}
      </span>
      {children && <span className="absolute right-0 top-0">{children}</span>}
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
