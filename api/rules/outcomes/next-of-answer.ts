import type { MetricOutcome } from '../../contract/comparison.ts';
import { EXPERIMENT_ROUNDS } from '../../contract/limits.ts';
import type { PointVerdict, Wall } from '../../contract/verdict.ts';
import { WALLS } from '../../contract/words.ts';
import { RUNS_FOR_A_CLAIM } from '../statistics/conclusion.ts';
import { aboutRounds } from '../statistics/rounds-needed.ts';
import { countsText, repeatsFor, roughPercent } from './answer.ts';

/** What would give an answer where there is none. */
export interface NextOfAnswer {
  /** What its button prepares; `design` is the form with the same design, to be changed there. */
  change: 'rounds' | 'again' | 'client-host' | 'design';
  /** Of `rounds` how many. */
  rounds: number;
  sentence: string;
}

/** Of one run in the step that decides. */
export type Limiting = Pick<PointVerdict, 'wall' | 'walls' | 'next' | 'confidence' | 'stopsOthers'>;

const OF_CLIENT: readonly Wall[] = ['client-cpu', 'client-thread'];

/** By the outcomes that were declared, and by what limited their runs; null where each of them is answered. */
export function nextOfAnswer(declared: MetricOutcome[], limiting: Limiting[]): NextOfAnswer | null {
  const open = declared.filter((outcome) => repeatsFor(outcome).type !== 'answered');
  const barred = open.find(({ couldShow }) => couldShow !== 'yes');
  const moved = barred ? nextOfLimit(limiting) : null;
  if (moved) return moved;
  const [first] = open;
  if (!first) return null;
  const rounds = Math.max(0, ...open.map(roundsOf));
  if (rounds > 0) return { change: 'rounds', rounds, sentence: roundsSentence(open, rounds) };
  return { change: 'design', rounds: 0, sentence: barred ? BARRED : beyondRounds(first) };
}

const BARRED = 'More of the same rounds can’t show it: change what the runs ask for.';

function beyondRounds({ effect }: MetricOutcome): string {
  const needed = effect?.roundsNeeded ?? null;
  const why =
    effect === null || needed === null
      ? 'More rounds alone may not tell'
      : `It needs ${aboutRounds(needed)} rounds, going by ${countsText(effect)}, and an experiment has at most ${EXPERIMENT_ROUNDS[1]}`;
  return `${why}: run longer steps, quieten the hosts, or accept a larger margin.`;
}

function roundsOf(outcome: MetricOutcome): number {
  const repeats = repeatsFor(outcome);
  return 'rounds' in repeats ? repeats.rounds : 0;
}

function roundsSentence(open: MetricOutcome[], rounds: number): string {
  const widest = open.find((outcome) => roundsOf(outcome) === rounds);
  if (widest && repeatsFor(widest).type === 'rounds' && widest.effect)
    return `A ${roughPercent(Math.abs(widest.effect.ratio - 1) * 100)} difference needs about ${rounds} rounds, going by ${countsText(widest.effect)}.`;
  return `Fewer than ${RUNS_FOR_A_CLAIM} rounds claim nothing: plan ${rounds}.`;
}

/** What most runs that the server did not limit were advised; null where the server limited all of them. */
function nextOfLimit(limiting: Limiting[]): NextOfAnswer | null {
  const outside = limiting.filter(
    ({ walls, wall, next }) => next !== '' && !isServers(walls.length > 0 ? walls : [wall]),
  );
  const commonest = mostOf(outside.map(({ next }) => next));
  const found = outside.find(({ next }) => next === commonest);
  if (!found) return null;
  if (found.stopsOthers) return { change: 'again', rounds: 0, sentence: found.next };
  const ofClient = found.walls.some((wall) => OF_CLIENT.includes(wall));
  return { change: ofClient ? 'client-host' : 'design', rounds: 0, sentence: found.next };
}

const isServers = (walls: (Wall | null)[]): boolean => walls.every((wall) => wall !== null && WALLS[wall].isOfServer);

function mostOf(texts: string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
