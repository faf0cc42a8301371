import { expect, it } from 'vitest';
import { highestInView, stackedTop } from './stack';

it('stacks what was measured', () => {
  expect(
    stackedTop(
      [
        [1, null],
        [2, 3],
      ],
      1,
    ),
  ).toBe(3);
});

it('finds the highest value in view of twelve hours at ten readings a second', () => {
  const many = 432_000;
  const timesUs = Array.from({ length: many }, (_, at) => at);
  const values = timesUs.map((at) => (at === many - 1 ? 900 : at % 100));
  const line = (fill: number | null) => ({ line: { fill }, timesUs, values });
  const view = { fromUs: 0, toUs: many - 2 };
  expect(highestInView([line(null), line(null)], view)).toBe(99);
  expect(highestInView([line(0.5), line(0.5), line(null)], { ...view, toUs: many })).toBe(1800);
  expect(highestInView([], view)).toBe(0);
});
