import type { Comparison } from '@contract/comparison';
import type { LatencyMs } from '@contract/point';
import { rowName } from '@rules/comparison/row-load';
import { nameOfRun } from '@rules/run/run-names';
import { ABSENT, plural } from '@rules/words/numbers';
import { Fragment } from 'react';
import { type DeltaTable, deltaTable, type FigureCells, type Noted } from '@/features/compare/outcomes/delta-table';
import { FIGURES, stepOf } from '@/features/compare/outcomes/deltas';
import { LOOP_TEXT } from '@/lib/target-text';
import { Fold } from '@/ui/fold';
import { SideLetter } from '@/ui/side-mark';
import { sideOf } from '@/ui/sides';
import { ValidityChip } from '@/ui/verdict-chips';
import { WideTable } from '@/ui/wide-table';

/** Every figure of every step, run under run, with its difference to the baseline. */
export function StepsPanel({ comparison, order }: { comparison: Comparison; order: number[] }) {
  const table = deltaTable(comparison, order);
  return (
    <Fold
      id="steps"
      title="By step"
      summary={`${plural(table.steps.length, 'step')}; every figure against the baseline`}
      flush
    >
      <WideTable label="By step">
        <table className="data-table">
          <Head loops={table.loops} against={sideOf(order[0] ?? 0).letter} />
          {table.steps.map((step) => (
            <StepRows key={comparison.steps.indexOf(step.row)} comparison={comparison} table={table} step={step} />
          ))}
        </table>
      </WideTable>
      <Footnotes notes={table.notes} />
    </Fold>
  );
}

function Head({ loops, against }: { loops: LatencyMs['loop'][]; against: string }) {
  const kind = loops.length === 1 && loops[0] ? LOOP_TEXT[loops[0]] : 'of different kinds, named in each row';
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={2} className="sticky left-0 z-10 bg-panel">
          run
        </th>
        <th scope="colgroup" colSpan={2} className="!border-b-line !text-center">
          throughput
        </th>
        <th scope="colgroup" colSpan={4} className="!border-b-line !text-center">
          latency, ms{loops.length > 0 && ` · ${kind}`}
        </th>
        <th scope="colgroup" colSpan={4} className="!border-b-line !text-center">
          CPU, µs per request
        </th>
      </tr>
      <tr>
        {['req/s', 'p50', 'p99', 'server', 'client'].map((label) => (
          <Fragment key={label}>
            <th scope="col" className="!pr-1.5">
              {label}
            </th>
            <th scope="col" className="!pl-1.5 !font-normal last:!pr-5">
              vs {against}
            </th>
          </Fragment>
        ))}
      </tr>
    </thead>
  );
}

interface StepRowsProps {
  comparison: Comparison;
  table: DeltaTable;
  step: DeltaTable['steps'][number];
}

function StepRows({ comparison, table, step: { row, durations, runs, without } }: StepRowsProps) {
  return (
    <tbody className="[&:not(:last-child)>tr:last-child>*]:!border-b [&:not(:last-child)>tr:last-child>*]:!border-line-strong print:break-inside-avoid">
      <tr className="!bg-raised">
        <th
          scope="rowgroup"
          colSpan={1 + 2 * FIGURES.length}
          className="!border-line bg-raised !px-5 !text-left !text-sm !font-semibold !text-ink"
        >
          <span className="sticky left-5">
            {rowName(comparison.runs, row)}
            <span className="ml-2 text-xs font-normal text-muted">
              {durations.map((s) => `${s} s`).join(' or ')}
              {without.length > 0 && ` · no such step in ${without.map((index) => sideOf(index).letter).join(', ')}`}
            </span>
          </span>
        </th>
      </tr>
      {runs.map(({ runIndex, cells }) => {
        const step = stepOf(comparison, row, runIndex);
        const loop = step?.point?.latencyMs.loop;
        return (
          <tr key={runIndex}>
            <th
              scope="row"
              className="sticky left-0 z-10 !border-line !bg-panel !pl-5 !text-left !align-top !text-sm !text-ink"
            >
              <span className="inline-flex items-baseline gap-2">
                <SideLetter index={runIndex} />
                <span className="max-w-20 whitespace-normal break-words text-xs font-normal text-muted sm:max-w-44">
                  {nameOfRun(comparison, runIndex)}
                </span>
              </span>
              {step?.verdict && step.verdict.validity !== 'valid' && (
                <div>
                  <ValidityChip validity={step.verdict.validity} title={step.verdict.sentence} />
                </div>
              )}
              {table.loops.length > 1 && loop && (
                <div className="text-xs font-normal text-muted">{LOOP_TEXT[loop]}</div>
              )}
            </th>
            {cells.map((cell) => (
              <FigurePair
                key={cell.figure.key}
                cell={cell}
                baseline={comparison.runs[runIndex]?.id === comparison.baselineRunId}
              />
            ))}
          </tr>
        );
      })}
    </tbody>
  );
}

function FigurePair({ cell: { figure, value, delta }, baseline }: { cell: FigureCells; baseline: boolean }) {
  return (
    <>
      <td className="!pr-1.5">
        <NotedText noted={value} strong={figure.key === 'requestsPerSecond'} />
      </td>
      <td className="w-[4.5rem] min-w-[4.5rem] !pl-1.5 text-muted last:w-20">
        {delta ? (
          <NotedText noted={delta} />
        ) : (
          baseline && figure.key === 'requestsPerSecond' && <span className="text-xs">baseline</span>
        )}
      </td>
    </>
  );
}

function NotedText({ noted, strong }: { noted: Noted; strong?: boolean }) {
  if (noted.text !== null) return <span className={strong ? 'font-semibold' : undefined}>{noted.text}</span>;
  return (
    <span className="text-muted">
      {ABSENT}
      <sup className="ml-0.5 text-[10px]">
        <span className="sr-only">note </span>
        {noted.note}
      </sup>
    </span>
  );
}

function Footnotes({ notes }: { notes: string[] }) {
  if (notes.length === 0) return null;
  return (
    <ol
      aria-label="Why figures are absent"
      className="flex flex-wrap gap-x-5 gap-y-0.5 border-t border-line px-4 py-2.5 text-xs text-muted sm:px-5"
    >
      {notes.map((note, index) => (
        <li key={note}>
          <sup className="mr-1 text-[10px]">{index + 1}</sup>
          {note}.
        </li>
      ))}
    </ol>
  );
}
