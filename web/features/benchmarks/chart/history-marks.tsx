import { changeSpan } from './change-marks';
import { hostMoveMarks } from './host-move-marks';
import { type Drawn, PLOT } from './plot';
import { epochBorders } from './shown-points';

/** In epochs that are narrower only the line is drawn. */
const EPOCH_LABEL_ROOM = 84;

/** Where a change lies: somewhere between two revisions. Dashed: no experiment has shown it yet. */
export function ChangeSpans({ drawn: { changes, points, xs, by, width } }: { drawn: Drawn }) {
  return changes.map(({ id, direction, shown, text, ...range }) => {
    const span = changeSpan(points, range, by);
    if (!span) return null;
    const [from, to] = span.map((at) => xs[at] ?? 0) as [number, number];
    const [left, wide] = [Math.min(from, to - LEAST_SPAN), Math.max(LEAST_SPAN, to - from)];
    const fits = left + wide + 4 + text.length * PX_PER_LETTER < width - PLOT.right;
    const ink = shown ? `var(--${direction === 'worse' ? 'bad' : 'ok'})` : 'var(--control)';
    return (
      <g key={id}>
        <rect
          x={left}
          y={PLOT.top}
          width={wide}
          height={PLOT.bottom - PLOT.top}
          fill={ink}
          fillOpacity={shown ? 0.16 : 0}
          stroke={ink}
          strokeOpacity={0.7}
          strokeDasharray={shown ? undefined : '3 3'}
        />
        <text
          x={fits ? left + wide + 4 : left - 4}
          y={PLOT.top + 11}
          textAnchor={fits ? 'start' : 'end'}
          fill={ink}
          className="font-medium"
        >
          {text}
        </text>
      </g>
    );
  });
}

/** Below this a span could not be seen. */
const LEAST_SPAN = 5;

export function Budgets({ drawn: { budgets, scale }, right }: { drawn: Drawn; right: number }) {
  return budgets.map(({ limit, reason }) => {
    const y = scale.y(limit);
    const inSight = !scale.isBeyond(limit) && y >= PLOT.top && y <= PLOT.bottom;
    return (
      inSight && (
        <g key={`${limit} ${reason}`}>
          <path d={`M${PLOT.left} ${y}H${right}`} stroke="var(--warn)" strokeDasharray="8 3 2 3" />
          <text x={right - 4} y={y - 4} textAnchor="end" className="fill-warn">
            budget
          </text>
        </g>
      )
    );
  });
}

/** When the hosts began to read otherwise: no change of a build. */
export function HostMoves({ drawn: { hostMoves, points, xs, by, width } }: { drawn: Drawn }) {
  return hostMoveMarks(points, hostMoves, by).map(({ between: [from, to], text }) => {
    const x = ((xs[from] ?? 0) + (xs[to] ?? 0)) / 2;
    const fits = x + 5 + text.length * PX_PER_LETTER < width - PLOT.right;
    return (
      <g key={`${from} ${to}`}>
        <path d={`M${x} ${PLOT.top}V${PLOT.bottom}`} stroke="var(--muted)" strokeWidth="1.5" strokeDasharray="1.5 4" />
        <text
          x={fits ? x + 5 : x - 5}
          y={PLOT.bottom - 6}
          textAnchor={fits ? 'start' : 'end'}
          className="fill-muted font-medium"
        >
          {text}
        </text>
      </g>
    );
  });
}

export function Borders({ drawn: { points, xs, epochs }, right }: { drawn: Drawn; right: number }) {
  const borders = epochBorders(points, epochs).map((border) => ({
    ...border,
    x: ((xs[border.at - 1] ?? 0) + (xs[border.at] ?? 0)) / 2,
  }));
  return borders.map(({ x, changed }, at) => {
    const room = (borders[at + 1]?.x ?? right) - x;
    return (
      <g key={x}>
        <path d={`M${x} 8V${PLOT.bottom + 16}`} stroke="var(--control)" strokeDasharray="4 4" />
        {room >= EPOCH_LABEL_ROOM && (
          <text x={x + 6} y={17} className="fill-muted">
            new {shortened(changed, room)}
          </text>
        )}
      </g>
    );
  });
}

const PX_PER_LETTER = 6.2;

function shortened(text: string, room: number): string {
  const most = Math.floor(room / PX_PER_LETTER) - 5;
  return text.length > most ? `${text.slice(0, Math.max(1, most - 1))}…` : text;
}
