export interface Tick {
  at: number;
  label: string;
}

interface PlotFrameProps {
  left: number;
  right: number;
  bottom: number;
  /** Ticks of the axis on the left, each with a line across. */
  ticks: Tick[];
  /** Ticks of a second axis on the right. */
  rightTicks?: Tick[];
  columns: Tick[];
  axis: string;
  /** What the ticks on the left count, where nothing else says it. */
  leftAxis?: string;
}

/** What stands around curves: lines across, numbers of the axes, and what they stand against. */
export function PlotFrame({ left, right, bottom, ticks, rightTicks = [], columns, axis, leftAxis }: PlotFrameProps) {
  return (
    <>
      {ticks.map(({ at, label }) => (
        <g key={label}>
          <line x1={left} x2={right} y1={at} y2={at} stroke="var(--line)" />
          <text x={left - 8} y={at + 4} textAnchor="end" className="fill-muted">
            {label}
          </text>
        </g>
      ))}
      {rightTicks.map(({ at, label }) => (
        <text key={label} x={right + 8} y={at + 4} className="fill-muted">
          {label}
        </text>
      ))}
      {columns.map(({ at, label }) => (
        <text key={`${label} ${at}`} x={at} y={bottom + 18} textAnchor="middle" className="fill-muted">
          {label}
        </text>
      ))}
      <text x={(left + right) / 2} y={bottom + 35} textAnchor="middle" className="fill-muted">
        {axis}
      </text>
      {leftAxis !== undefined && (
        <text transform={`translate(12 ${bottom / 2}) rotate(-90)`} textAnchor="middle" className="fill-muted">
          {leftAxis}
        </text>
      )}
    </>
  );
}

export const pathOf = (points: (readonly [number, number])[]): string =>
  points.map(([x, y], i) => `${i ? 'L' : 'M'}${x} ${y}`).join('');
