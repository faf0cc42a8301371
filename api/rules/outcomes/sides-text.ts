import { listed } from '../words/text.ts';

/** A side, and of how many of its runs something holds. */
export interface PartOfSide {
  name: string;
  runs: number;
  /** Runs that were looked at, and all of them. */
  counted: number;
  of: number;
}

/**
 * 'A', 'A and B', 'A and 2 of 6 runs of B'; `count`: how many sides and runs that names. Sides of which it holds for every run come first,
 * so that 'of' reaches no further than one name.
 */
export function sidesText(sides: PartOfSide[]): { names: string; count: number } {
  const whole = sides.filter(({ runs, counted }) => runs > 0 && runs >= counted);
  const part = sides.filter(({ runs, counted }) => runs > 0 && runs < counted);
  const names = [
    ...whole.map(({ name }) => name),
    ...part.map(({ name, runs, of }) => `${runs} of ${of} runs of ${name}`),
  ];
  return { names: listed(names), count: whole.length + part.reduce((sum, { runs }) => sum + runs, 0) };
}
