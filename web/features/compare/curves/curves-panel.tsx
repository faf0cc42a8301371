'use client';

import type { ShownResult } from '@contract/comparison';
import { useMemo, useState } from 'react';
import { type ComparedFigure, FIGURES } from '@/features/compare/outcomes/deltas';
import { SidesLegend } from '@/features/compare/sides-legend';
import { useCpuChoice, useRowChoice } from '@/features/compare/url-state';
import { AXIS_WORDS } from '@/lib/ramp';
import { classNames } from '@/ui/class-names';
import { Segmented } from '@/ui/inputs/segmented';
import { Panel } from '@/ui/panel';
import { CurveChart } from './curve-chart';
import { type Curve, columnsOf } from './curves';
import { drawnCurves, hasRepeats } from './side-curves';

const figure = (key: ComparedFigure['key']): ComparedFigure => FIGURES.find((one) => one.key === key) as ComparedFigure;

const RATE = { title: 'Throughput', unit: 'req/s', figure: figure('requestsPerSecond') };
const TAIL = { title: 'p99 latency', unit: 'log scale', figure: figure('latencyMsP99') };
const CPU = {
  server: { title: 'Server CPU per request', unit: 'µs', figure: figure('serverCpuUsPerRequest') },
  client: { title: 'Client CPU per request', unit: 'µs', figure: figure('clientCpuUsPerRequest') },
};

/** Those that are drawn share the room. */
const WIDTHS: Record<number, string> = { 2: 'lg:grid-cols-2', 3: 'lg:grid-cols-3' };

/** The runs on one axis, whatever their ramps vary. */
export function CurvesPanel({ comparison, order }: { comparison: ShownResult; order: number[] }) {
  const [cpu, setCpu] = useCpuChoice();
  const [choice, setChoice] = useRowChoice();
  const [cursor, setCursor] = useState<number | null>(null);
  const { axis, columns } = useMemo(() => columnsOf(comparison), [comparison]);
  const measured = comparison.runs.some(({ steps }) => steps.some(({ point }) => point !== null));
  const all = [RATE, CPU[cpu], TAIL].map((one) => ({
    one,
    curves: drawnCurves(comparison, columns, one.figure, order),
  }));
  const [drawn, absent] = [true, false].map((wanted) =>
    all.filter(({ curves }) => curves.some(({ points }) => points.length > 0) === wanted),
  ) as [typeof all, typeof all];
  return (
    <Panel
      title={`Curves against ${axis === 'step' ? 'the steps' : AXIS_WORDS[axis]}`}
      actions={
        <Segmented
          label="CPU per request of"
          value={cpu}
          onChange={(next) => setCpu(next)}
          options={[
            { value: 'server', label: 'Server CPU' },
            { value: 'client', label: 'Client CPU' },
          ]}
          className="print:hidden"
        />
      }
    >
      {measured ? (
        <>
          <div className="flex flex-wrap items-start justify-between gap-x-6">
            <SidesLegend comparison={comparison} order={order} />
            <WallLegend curves={drawnCurves(comparison, columns, RATE.figure, order)} />
          </div>
          <div className={classNames('grid min-w-0 gap-x-6 gap-y-5', WIDTHS[drawn.length])}>
            {drawn.map(({ one, curves }) => (
              <CurveChart
                key={one.figure.key}
                title={one.title}
                unit={one.unit}
                latency={one.figure.latency}
                walls={one === RATE}
                axis={axis}
                columns={columns}
                curves={curves}
                cursor={cursor}
                onCursor={setCursor}
                chosenRow={choice === null ? null : choice - 1}
                onChoose={(row) => setChoice(choice === row + 1 ? null : row + 1)}
              />
            ))}
          </div>
          {absent.length > 0 && (
            <p className="mt-2 text-xs text-muted">
              {absent.map(({ one }) => `${one.title}: no run has a figure of it.`).join(' ')}
            </p>
          )}
          {(hasRepeats(comparison) || columns.some(({ rows }) => rows.length > 1)) && (
            <p className="mt-2 text-xs text-muted">
              Repeats are one point: their geometric mean, with a bar from the lowest figure to the highest. Invalid
              ones are left out.
            </p>
          )}
          {columns.length < 2 && (
            <p className="mt-2 text-xs text-muted">
              One load is compared. Runs with several steps are drawn as curves.
            </p>
          )}
        </>
      ) : (
        <p className="text-sm text-muted">No step of any of these runs was measured.</p>
      )}
    </Panel>
  );
}

/** The letters that stand beside points of throughput. */
function WallLegend({ curves }: { curves: Curve[] }) {
  const seen = curves.flatMap(({ points }) => points.flatMap(({ wall }) => wall ?? []));
  const letters = [...new Map(seen.map((wall) => [wall.letter, wall])).values()];
  if (letters.length === 0) return null;
  return (
    <ul aria-label="What limited a point" className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      <li>Limited by</li>
      {letters.map(({ letter, name, ink }) => (
        <li key={letter} className="inline-flex items-baseline gap-1.5">
          <span className={`font-semibold ${LETTER_INKS[ink]}`}>{letter}</span>
          {name}
        </li>
      ))}
    </ul>
  );
}

const LETTER_INKS = { ok: 'text-ok', warn: 'text-warn', bad: 'text-bad', muted: 'text-muted' } as const;
