import { formatDuration } from '../words/durations.ts';
import { plural } from '../words/numbers.ts';

export interface PlannedRounds {
  rounds: number;
  /** Those that run if the first look is inconclusive; null: none are declared. */
  furtherRounds: number | null;
  configurations: number;
  /** What hosts are asked for, with the further rounds. */
  plannedMinutes: number;
}

/** What a whole experiment asks of launched hosts. */
export const experimentTakes = (planned: PlannedRounds): string =>
  `${runsText(planned)} take about ${formatDuration(planned.plannedMinutes * 60)}, with preparing and restoring.`;

/** With those of the further rounds. */
export const runsOf = ({ rounds, furtherRounds, configurations }: PlannedRounds): number =>
  (rounds + (furtherRounds ?? 0)) * configurations;

function runsText(planned: PlannedRounds): string {
  const { rounds, furtherRounds, configurations } = planned;
  const all = rounds + (furtherRounds ?? 0);
  const further = furtherRounds === null ? '' : `, ${furtherRounds} of them only if the first look is inconclusive,`;
  return `${plural(all, 'round')}${further} × ${plural(configurations, 'configuration')} = ${plural(runsOf(planned), 'run')}, which`;
}
