import type { ReactNode } from 'react';

interface FigureProps {
  label: string;
  value: ReactNode;
  unit?: string;
  note?: ReactNode;
}

export function Figure({ label, value, unit, note }: FigureProps) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{label}</dt>
      <dd>
        <span className="whitespace-nowrap text-2xl font-semibold tracking-tight">
          {value}
          {unit && <span className="ml-1 text-sm font-normal tracking-normal text-muted">{unit}</span>}
        </span>
        {note && <span className="mt-0.5 block text-xs text-muted">{note}</span>}
      </dd>
    </div>
  );
}
