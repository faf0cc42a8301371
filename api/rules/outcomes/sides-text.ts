import { listed } from '../words/text.ts';

/** A side, and of how many of its runs something holds. */
export interface PartOfSide {
  name: string;
  runs: number;
  of: number;
}

/**
 * 'A', 'A and B', 'A and 2 of 6 runs of B'; `count`: how many sides and runs that names. Sides of which it holds for every run come first,
 * so that 'of' reaches no further than one name.
 */
export function sidesText(sides: PartOfSide[]): { names: string; count: number } {
  const whole = sides.filter(({ runs, of }) => runs > 0 && runs >= of);
  const part = sides.filter(({ runs, of }) => runs > 0 && runs < of);
  const names = [
    ...whole.map(({ name }) => name),
    ...part.map(({ name, runs, of }) => `${runs} of ${of} runs of ${name}`),
  ];
  return { names: listed(names), count: whole.length + part.reduce((sum, { runs }) => sum + runs, 0) };
}
