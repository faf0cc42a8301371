'use client';

import type { LoadProfile } from '@contract/load';
import { plannedRungs } from '@rules/load/search/planned-rungs';
import { formatCount } from '@rules/words/numbers';

const [WIDTH, HEIGHT] = [300, 64];
/** Lower steps would not be seen. */
const LEAST_PX = 2;

/** What is asked for over time, warm-ups paler; a search as far as its way up. The table of steps has the figures. */
export function LoadPicture({ load }: { load: LoadProfile }) {
  const loops = new Set(load.steps.map(({ loop }) => loop));
  // Connections and rates have no common scale.
  if (loops.size !== 1) return null;
  const bars = barsOf(load);
  const most = Math.max(...bars.map(({ value }) => value));
  const seconds = bars.reduce((sum, bar) => sum + bar.warmup + bar.seconds + bar.pause, 0);
  const unit = load.steps[0]?.loop === 'open' ? 'req/s' : 'connections';
  let at = 0;
  return (
    <figure className="mt-2">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-16 w-full border-b border-line-strong"
        role="img"
        aria-label={`Load over time, up to ${formatCount(most)} ${unit}`}
      >
        {bars.map((bar) => {
          const [start, x] = [at, (time: number): number => (time / seconds) * WIDTH];
          at += bar.warmup + bar.seconds + bar.pause;
          const height = Math.max(LEAST_PX, (bar.value / most) * (HEIGHT - 2));
          const shape = { y: HEIGHT - height, height, className: 'fill-accent' };
          return (
            <g key={start} opacity={load.search ? 0.6 : 1}>
              <rect x={x(start)} width={x(bar.warmup)} opacity={0.35} {...shape} />
              <rect x={x(start + bar.warmup)} width={Math.max(0.5, x(bar.seconds))} {...shape} />
            </g>
          );
        })}
      </svg>
      <figcaption className="mt-1 flex justify-between gap-2 text-xs text-muted">
        <span>{load.search ? 'the way up; it ends at the ceiling' : 'over time'}</span>
        <span>
          up to {formatCount(most)} {unit}
        </span>
      </figcaption>
    </figure>
  );
}

interface Bar {
  value: number;
  warmup: number;
  seconds: number;
  pause: number;
}

function barsOf({ steps, search, warmupSeconds, pauseSeconds }: LoadProfile): Bar[] {
  const [first] = steps;
  const asked = (step: LoadProfile['steps'][number]): number =>
    step.loop === 'closed' ? step.connections : step.requestsPerSecond;
  const planned =
    search && first
      ? plannedRungs(first, search).growing.map((value) => ({ value, seconds: first.durationSeconds }))
      : steps.map((step) => ({ value: asked(step), seconds: step.durationSeconds }));
  return planned.map((bar, index) => ({
    ...bar,
    warmup: warmupSeconds,
    pause: index < planned.length - 1 ? pauseSeconds : 0,
  }));
}
