import type { ShownResult } from '@contract/comparison';
import { nameOfRun } from '@rules/run/run-names';
import { KeptEnd } from '@/ui/kept-end';
import { SideMark } from '@/ui/side-mark';
import { sideOf } from '@/ui/sides';
import { markOfSide } from './outcomes/outcomes';

interface Line {
  mark: number;
  letters: string;
  name: string;
}

/** Line, shape, letters and name of every side, or of every run where all are of one configuration, as the page has them. */
export function SidesLegend({ comparison, order }: { comparison: ShownResult; order: number[] }) {
  return (
    <ul className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted">
      {(comparison.sides.length > 1 ? sideLines : runLines)(comparison, order).map(({ mark, letters, name }) => (
        <li key={letters} className="inline-flex min-w-0 max-w-72 items-center gap-1.5">
          <SideMark index={mark} line />
          <span className="shrink-0 font-semibold text-ink">{letters}</span>
          {name !== letters && <KeptEnd text={name} />}
        </li>
      ))}
    </ul>
  );
}

const runLines = (comparison: ShownResult, order: number[]): Line[] =>
  order.map((mark) => ({ mark, letters: sideOf(mark).letter, name: nameOfRun(comparison, mark) }));

function sideLines(comparison: ShownResult, order: number[]): Line[] {
  const { runs, sides } = comparison;
  const ids = order.map((index) => runs[index]?.id);
  const placeOf = (runIds: string[]): number => Math.min(...runIds.map((id) => ids.indexOf(id)));
  return sides
    .map(({ runIds, letters, name }, index) => ({
      mark: markOfSide(comparison, index),
      letters,
      name,
      at: placeOf(runIds),
    }))
    .sort((a, b) => a.at - b.at);
}
