'use client';

import type { Comparison } from '@contract/comparison';
import { rowName } from '@rules/comparison/row-load';
import { TailChart, type TailCurve } from '@/charts/tail-chart';
import { stepOf } from '@/features/compare/outcomes/deltas';
import { useRowChoice } from '@/features/compare/url-state';
import { TailTable } from '@/features/run/steps/tail-table';
import { LOOP_TEXT } from '@/lib/target-text';
import { Fold } from '@/ui/fold';
import { SelectBox } from '@/ui/inputs/control';
import { Field } from '@/ui/inputs/field';
import { SideLetter, SideMark } from '@/ui/side-mark';
import { sideOf } from '@/ui/sides';
import { comparableTails, mostTails, type RunTail, rowsWithTails, tailsOf } from './overlaid-tails';

/** How latency is spread in one step, run over run. Absent where no tool emitted a histogram. */
export function DistributionsPanel({ comparison, order }: { comparison: Comparison; order: number[] }) {
  const [choice, setChoice] = useRowChoice();
  const rows = rowsWithTails(comparison);
  const row = rows.find((one) => one + 1 === choice) ?? mostTails(comparison, rows);
  if (row === undefined) return null;
  const baseline = order[0] ?? 0;
  const { drawn, leftOut } = comparableTails(tailsOf(comparison, row), baseline);
  const curves = order.flatMap((index) => drawn.filter(({ runIndex }) => runIndex === index)).map(curveOf);
  const without = order.filter((index) => ![...drawn, ...leftOut].some(({ runIndex }) => runIndex === index));
  return (
    <Fold id="latency" title="Latency distributions" summary={drawn[0] && LOOP_TEXT[drawn[0].kind]}>
      {rows.length > 1 && (
        <div className="mb-3 max-w-72 print:hidden">
          <Field id="compare-tail-step" label="Step">
            <SelectBox
              id="compare-tail-step"
              value={String(row + 1)}
              onChange={({ target }) => setChoice(Number(target.value))}
            >
              {rows.map((one) => (
                <option key={one} value={one + 1}>
                  {nameOf(comparison, one)}
                </option>
              ))}
            </SelectBox>
          </Field>
        </div>
      )}
      <TailChart
        curves={curves}
        label={`Latency by percentile at ${nameOf(comparison, row)}: cursor over percentiles`}
        mark={({ side, label }) => (
          <>
            <SideMark index={side} />
            <span className="font-semibold">{label}</span>
          </>
        )}
      />
      <div className="-mx-4 mt-2 sm:-mx-5">
        <TailTable curves={curves} head={nameOf(comparison, row)} name={({ side }) => <SideLetter index={side} />} />
      </div>
      <Absent leftOut={leftOut} without={without} hasStep={(index) => hasStep(comparison, row, index)} />
    </Fold>
  );
}

function nameOf({ steps, runs }: Comparison, row: number): string {
  const step = steps[row];
  return step ? rowName(runs, step) : '';
}

const curveOf = ({ runIndex, points, resolutionUs }: RunTail): TailCurve => ({
  side: runIndex,
  label: sideOf(runIndex).letter,
  points,
  resolutionUs,
});

function hasStep(comparison: Comparison, row: number, runIndex: number): boolean {
  const step = comparison.steps[row];
  return step !== undefined && stepOf(comparison, step, runIndex) !== null;
}

interface AbsentProps {
  leftOut: RunTail[];
  without: number[];
  hasStep: (runIndex: number) => boolean;
}

function Absent({ leftOut, without, hasStep }: AbsentProps) {
  const told = [
    ...leftOut.map(({ runIndex, kind }) => `${sideOf(runIndex).letter}: another kind of latency, ${LOOP_TEXT[kind]}`),
    ...without.map((index) => `${sideOf(index).letter}: no ${hasStep(index) ? 'histogram of this' : 'such'} step`),
  ];
  if (told.length === 0) return null;
  return <p className="mt-2 text-xs text-muted">{told.join(' · ')}</p>;
}
