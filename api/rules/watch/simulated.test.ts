import { expect, it } from 'vitest';
import { drifts, falseAlerts, hostMoves, steps } from '../../testing/watch/studies.ts';

/** `npm run check:watch` in short. */
const SERIES = 40;

const meanOf = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
const figures = [...falseAlerts(4, 50), ...steps(SERIES, 50), ...drifts(SERIES, 50), ...hostMoves(SERIES, 50)];

it.each(figures.filter(({ goal }) => goal !== null))('$what: $id keeps to its goal', ({ values, goal }) => {
  const mean = meanOf(values);
  if (goal?.type === 'at-most') expect(mean).toBeLessThanOrEqual(goal.value);
  // Of 40 series chance takes some: three standard deviations of 94 %.
  else expect(mean).toBeGreaterThanOrEqual((goal?.value ?? 100) - 7);
});

it('confirms before it tells: there are more confirming experiments than alerts', () => {
  const of = (id: string): number => meanOf(figures.find((one) => one.id === id)?.values ?? []);
  expect(of('watch.confirmations_per_100.outliers')).toBeGreaterThan(of('watch.false_alerts_per_100.outliers'));
});
