'use client';

import { boundsBelow, drawnAtBound } from '@/charts/resolution';
import { PictureMenu } from '@/charts/save/picture-menu';
import { useStepChoice } from '@/features/run/url-state';
import { AXIS_WORDS } from '@/lib/ramp';
import { useElementWidth } from '@/ui/browser/element-width';
import { drawnPoints, wallLegend } from './drawn-points';
import { RampChart } from './ramp-chart';
import type { Ramp } from './ramp-points';
import { rampSentence } from './ramp-sentence';

const hasTail = ({ points }: Ramp): boolean => points.some(({ p99, p99Range }) => p99 !== null || p99Range !== null);

export const rampTitle = (ramp: Ramp): string =>
  `Throughput${hasTail(ramp) ? ' and p99' : ''} against ${AXIS_WORDS[ramp.varies]}`;

/** The curves of a ramp, with the chosen step and what limited each. */
export function RampView({ ramp }: { ramp: Ramp }) {
  const [ref, width] = useElementWidth<HTMLDivElement>();
  const [choice, setChoice] = useStepChoice();
  return (
    <div ref={ref} data-picture="" className="min-h-[15.5rem] max-sm:min-h-[13rem]">
      {width > 0 && (
        <RampChart
          ramp={ramp}
          width={width}
          chosen={choice === null ? null : choice - 1}
          onChoose={(stepIndex) => setChoice(choice === stepIndex + 1 ? null : stepIndex + 1)}
        />
      )}
      <div className="flex items-start justify-between gap-2">
        <Legend ramp={ramp} />
        <PictureMenu title={rampTitle(ramp)} csv={async () => (await import('./ramp-csv')).rampCsv(ramp)} />
      </div>
      <ul className="sr-only">
        {drawnPoints(ramp).map((point) => (
          <li key={point.stepIndex}>
            {rampSentence(point, ramp.varies)}
            {point.repeats.length > 0 && (
              <ul>
                {point.repeats.map((repeat) => (
                  <li key={repeat.stepIndex}>{rampSentence(repeat, ramp.varies)}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

const WALL_INKS = { ok: 'text-ok', warn: 'text-warn', bad: 'text-bad', muted: 'text-muted' } as const;

const ITEM = 'inline-flex items-center gap-1.5';

function Legend({ ramp }: { ramp: Ramp }) {
  const ranges = ramp.points.some(({ p99Range }) => p99Range !== null);
  const bounds = boundsBelow(
    ramp.points.flatMap(({ p99, p99Range, resolutionUs }) => {
      const ms = p99Range?.low ?? p99;
      return ms === null ? [] : [{ ms, resolutionUs }];
    }),
  );
  return (
    <div className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted" aria-hidden>
      <span className={ITEM}>
        <svg width="18" height="8" aria-hidden>
          <path d="M0 4H18" stroke="var(--server)" strokeWidth="2" />
          <circle cx="9" cy="4" r="3" fill="var(--server)" />
        </svg>
        req/s, left
      </span>
      {ramp.points.some(({ offeredPerSecond }) => offeredPerSecond !== null) && (
        <span className={ITEM}>
          <svg width="18" height="8" aria-hidden>
            <path d="M0 4H18" stroke="var(--muted)" strokeDasharray="1.5 3" strokeWidth="1.5" />
          </svg>
          req/s offered
        </span>
      )}
      {hasTail(ramp) && <TailMark ranges={ranges} />}
      {drawnPoints(ramp).some(({ rateRange }) => rateRange !== null) && (
        <span className={ITEM}>
          <svg width="10" height="12" aria-hidden>
            <path d="M5 1V11M2 1H8M2 11H8" stroke="var(--server)" strokeWidth="1.5" />
          </svg>
          mean of repeats, lowest to highest
        </span>
      )}
      {ramp.points.some(({ again }) => again) && (
        <span className={ITEM}>
          <svg width="10" height="10" aria-hidden>
            <circle cx="5" cy="5" r="3" fill="none" stroke="var(--server)" strokeWidth="1.5" />
          </svg>
          measured again, not counted
        </span>
      )}
      {bounds.length > 0 && (
        <span className={ITEM}>
          <svg width="10" height="10" aria-hidden>
            <rect x="2" y="2" width="6" height="6" fill="none" stroke="var(--client)" strokeWidth="1.5" />
          </svg>
          p99 {drawnAtBound(bounds)}
        </span>
      )}
      {ramp.points.some(({ validity }) => validity === 'invalid') && (
        <span className={ITEM}>
          <svg width="12" height="10" aria-hidden>
            <path d="M2 1l8 8M2 9l8 -8" stroke="var(--bad)" strokeWidth="2" strokeLinecap="round" />
          </svg>
          invalid
        </span>
      )}
      {wallLegend(drawnPoints(ramp)).map(({ letter, name, ink }) => (
        <span key={`${letter} ${ink}`} className={ITEM}>
          <b className={WALL_INKS[ink]}>{letter}</b>
          {name}
        </span>
      ))}
      {ramp.bracket && (
        <span className={ITEM}>
          <span className="inline-block h-2.5 w-4 border-x border-ok bg-ok-soft" />
          the ceiling lies in here
        </span>
      )}
    </div>
  );
}

function TailMark({ ranges }: { ranges: boolean }) {
  return (
    <span className={ITEM}>
      <svg width="18" height="10" aria-hidden>
        {ranges ? (
          <path d="M9 0V10M6 0.5H12M6 9.5H12" stroke="var(--client)" strokeWidth="1.5" />
        ) : (
          <>
            <path d="M0 5H18" stroke="var(--client)" strokeWidth="1.5" strokeDasharray="4 3" />
            <rect x="6.5" y="2.5" width="5" height="5" fill="var(--client)" />
          </>
        )}
      </svg>
      {ranges ? 'p99, lowest to highest client, right, log scale' : 'p99, right, log scale'}
    </span>
  );
}
