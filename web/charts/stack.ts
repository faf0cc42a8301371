import { highestOf } from './extent';

/** The height of stacked values at an index; what was not measured adds nothing. */
export function stackedTop(columns: (number | null)[][], index: number): number {
  return columns.reduce((sum, values) => sum + (values[index] ?? 0), 0);
}

interface Drawn {
  line: { fill: number | null };
  timesUs: number[];
  values: (number | null)[];
  highs?: (number | null)[] | undefined;
}

/** The highest value in view, so that a start-up spike outside of it does not flatten the rest. A long run has very many. */
export function highestInView(lines: Drawn[], view: { fromUs: number; toUs: number }): number {
  // Lines that are stacked come from one host and share its times.
  const stacked = lines.filter(({ line }) => line.fill !== null);
  const parts = stacked.map(({ values }) => values);
  const single = lines.filter(({ line }) => line.fill === null);
  const ofStack = stacked[0] ? within(stacked[0], view).map((index) => stackedTop(parts, index)) : [];
  return single.reduce(
    (most, one) =>
      highestOf(
        within(one, view).map((index) => (one.highs ?? one.values)[index] ?? 0),
        most,
      ),
    highestOf(ofStack, 0),
  );
}

const within = ({ timesUs }: Drawn, view: { fromUs: number; toUs: number }): number[] =>
  timesUs.flatMap((timeUs, index) => (timeUs >= view.fromUs && timeUs <= view.toUs ? [index] : []));
