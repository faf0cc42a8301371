'use client';

import { formatPercent, formatShort } from '@rules/words/numbers';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { PictureMenu } from '@/charts/save/picture-menu';
import { PLOT_RIGHT } from '@/charts/strip-spans';
import { useCpuTables } from '@/features/run/url-state';
import { useElementWidth } from '@/ui/browser/element-width';
import { DataTable, words } from '@/ui/data-table';
import type { Interrupts, LineRates } from './interrupts';
import { TableButton } from './table-button';

interface InterruptMatrixProps {
  interrupts: Interrupts;
  ink: '--server' | '--client';
  /** The time that the rates are of. */
  over: string;
}

const LEFT = 108;
const TOP = 18;
const ROW_PX = 16;
const CELL_PX_MOST = 44;
const PX_PER_NUMBER = 18;

const rateText = (rate: number): string => `${formatShort(rate < 10 ? Number(rate.toFixed(1)) : Math.round(rate))}/s`;

/** Lines of the NICs against the CPUs that took their interrupts: the larger a square, the more of them. */
export function InterruptMatrix({ interrupts, ink, over }: InterruptMatrixProps) {
  const [ref, width] = useElementWidth<HTMLDivElement>();
  const [at, setAt] = useState<{ row: number; column: number } | null>(null);
  const [tables] = useCpuTables();
  const { lines } = interrupts;
  const cpus = [...interrupts.perCpu.keys()].sort((a, b) => a - b);
  const cellPx = Math.min(CELL_PX_MOST, Math.max(1, (width - LEFT - PLOT_RIGHT) / Math.max(1, cpus.length)));
  const clamp = (value: number, size: number): number => Math.min(size - 1, Math.max(0, value));
  const point = (event: PointerEvent<HTMLDivElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const [column, row] = [(event.clientX - box.left - LEFT) / cellPx, (event.clientY - box.top - TOP) / ROW_PX];
    const inside = column >= 0 && column < cpus.length && row >= 0 && row < lines.length;
    setAt(inside ? { column: Math.floor(column), row: Math.floor(row) } : null);
  };
  const press = (event: KeyboardEvent): void => {
    const [across, down] = MOVES[event.key] ?? [0, 0];
    if (event.key === 'Escape') setAt(null);
    if (across === 0 && down === 0) return;
    event.preventDefault();
    setAt((now) => ({
      column: clamp(now ? now.column + across : 0, cpus.length),
      row: clamp(now ? now.row + down : 0, lines.length),
    }));
  };
  return (
    <figure className="min-w-0" aria-label="NIC interrupts" data-picture="">
      <figcaption className="mb-1 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-xs">
        <span className="text-sm font-medium">NIC interrupts by CPU</span>
        <span className="text-muted">{`${rateText(interrupts.perSecond)} in ${over}; only CPUs that took some`}</span>
        <span className="inline-flex items-center gap-2 sm:ml-auto">
          <TableButton of="interrupts" />
          <PictureMenu
            title="NIC interrupts by CPU"
            csv={async () => (await import('./matrix-csv')).matrixCsv(lines)}
          />
        </span>
      </figcaption>
      <p className="mb-1 min-h-[1.125rem] text-xs text-muted" aria-live="polite">
        {at
          ? sentenceOf(interrupts, lines[at.row], cpus[at.column])
          : 'The larger a square, the more of the line’s interrupts.'}
      </p>
      <div
        ref={ref}
        role="application"
        aria-roledescription="matrix"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is driven by keys
        tabIndex={0}
        aria-label={`NIC interrupts: ${lines.length} lines, ${cpus.length} CPUs. Arrow keys go from cell to cell.`}
        className="max-h-[420px] cursor-crosshair touch-pan-y overflow-y-auto text-[11px]"
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setAt(null)}
        onBlur={() => setAt(null)}
        onKeyDown={press}
      >
        {width > 0 && <Drawing {...{ lines, cpus, cellPx, ink, at }} />}
      </div>
      {tables.includes('interrupts') && <MatrixTable lines={lines} />}
    </figure>
  );
}

const MOVES: Record<string, [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

function sentenceOf({ perSecond }: Interrupts, line: LineRates | undefined, cpu: number | undefined): string {
  if (!line || cpu === undefined) return '';
  const rate = line.perCpu.get(cpu) ?? 0;
  const share = perSecond > 0 ? ` · ${formatPercent((100 * rate) / perSecond)} % of all` : '';
  return `${line.label} on CPU ${cpu}: ${rate === 0 ? 'none' : `${rateText(rate)}${share}`}`;
}

interface DrawingProps {
  lines: LineRates[];
  cpus: number[];
  cellPx: number;
  ink: string;
  at: { row: number; column: number } | null;
}

function Drawing({ lines, cpus, cellPx, ink, at }: DrawingProps) {
  const step = Math.max(1, Math.ceil(PX_PER_NUMBER / cellPx));
  const right = LEFT + cpus.length * cellPx;
  return (
    <svg width={right + 2} height={TOP + lines.length * ROW_PX + 2} aria-hidden className="block max-w-full">
      {cpus.map(
        (cpu, column) =>
          column % step === 0 && (
            <text key={cpu} x={LEFT + (column + 0.5) * cellPx} y={12} textAnchor="middle" className="fill-muted">
              {cpu}
            </text>
          ),
      )}
      {lines.map((line, row) => (
        <g key={line.irq} transform={`translate(0 ${TOP + row * ROW_PX})`}>
          <text x={LEFT - 8} y={12} textAnchor="end" className="fill-muted">
            {line.label.length > 16 ? `${line.label.slice(0, 15)}…` : line.label}
          </text>
          <line x1={LEFT} x2={right} y1={ROW_PX} y2={ROW_PX} stroke="var(--line)" />
          {cpus.map((cpu, column) => {
            const rate = line.perCpu.get(cpu) ?? 0;
            if (rate === 0) return null;
            // The area is the share of its line's interrupts that this CPU took.
            const share = Math.sqrt(rate / line.perSecond);
            const [w, h] = [Math.max(1.5, share * (cellPx - 1)), Math.max(1.5, share * (ROW_PX - 2))];
            return (
              <rect
                key={cpu}
                x={LEFT + (column + 0.5) * cellPx - w / 2}
                y={ROW_PX / 2 - h / 2}
                width={w}
                height={h}
                fill={`var(${ink})`}
              />
            );
          })}
        </g>
      ))}
      {at && (
        <rect
          x={LEFT + at.column * cellPx}
          y={TOP + at.row * ROW_PX}
          width={Math.max(3, cellPx)}
          height={ROW_PX}
          fill="none"
          stroke="var(--text)"
          strokeWidth="2"
        />
      )}
    </svg>
  );
}

function MatrixTable({ lines }: { lines: LineRates[] }) {
  return (
    <div className="-mx-4 mt-2 sm:-mx-5">
      <DataTable label="NIC interrupts by line" columns={[...words('line'), 'all, /s', ...words('CPUs, most first')]}>
        {lines.map((line) => (
          <tr key={line.irq}>
            <td className="left">{line.label}</td>
            <td>{rateText(line.perSecond)}</td>
            <td className="left">
              {[...line.perCpu]
                .sort(([, a], [, b]) => b - a)
                .map(([cpu, rate]) => `CPU ${cpu} ${rateText(rate)}`)
                .join(', ') || 'none'}
            </td>
          </tr>
        ))}
      </DataTable>
    </div>
  );
}
