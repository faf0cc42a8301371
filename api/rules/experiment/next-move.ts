import type { ExperimentStatus } from '../../contract/experiment.ts';
import { isTerminal, isWindingDown } from '../run/run-machine.ts';
import { type Attempt, type Plan, type Slot, slotsOf } from './slots.ts';

/** Runs for one place. What fails or is invalid so often will be so again. */
export const MAX_ATTEMPTS = 3;
/** The pause before a run without a figure is repeated, so that a passing fault does not use up all attempts. */
export const RETRY_PAUSE_US = 10_000_000;

export interface ExperimentState extends Plan {
  status: ExperimentStatus;
  /** A person stopped it. */
  stoppedSentence: string | null;
  configurationNames: string[];
  /** In the order in which they were made. */
  attempts: Attempt[];
}

export type Move =
  /** Planned, or over. */
  | { type: 'none' }
  /** A run is under way. */
  | { type: 'wait' }
  /** It was stopped: the run under way ends first. */
  | { type: 'cancel'; runId: string; sentence: string }
  /** After a run that gave no figure. */
  | { type: 'pause'; untilUs: number; sentence: string }
  | { type: 'queue'; slot: Slot; attempt: number }
  /** The planned rounds are over: whether the declared extension is due is to be seen. */
  | { type: 'look' }
  | { type: 'finish'; stoppedSentence: string | null };

/** What follows from the runs that there are. Nothing else is remembered, so it goes on after any interruption. */
export function nextMove(experiment: ExperimentState, nowUs: number): Move {
  if (experiment.status !== 'running') return { type: 'none' };
  const { attempts, stoppedSentence, extensionRounds, extended } = experiment;
  const underWay = attempts.find(({ state }) => !isTerminal(state));
  if (stoppedSentence !== null) {
    if (!underWay) return { type: 'finish', stoppedSentence };
    return isWindingDown(underWay.state)
      ? { type: 'wait' }
      : { type: 'cancel', runId: underWay.runId, sentence: stoppedSentence };
  }
  if (underWay) return { type: 'wait' };
  const slot = slotsOf(experiment, attempts).find(({ counted }) => counted === null);
  if (slot) return fill(slot, experiment.configurationNames[slot.configuration] ?? '', nowUs);
  return extensionRounds !== null && extended === null ? { type: 'look' } : { type: 'finish', stoppedSentence: null };
}

function fill(slot: Slot, name: string, nowUs: number): Move {
  const { attempts, round } = slot;
  const last = attempts.at(-1);
  if (!last) return { type: 'queue', slot, attempt: 0 };
  const which = `The run of ${name} in round ${round + 1}`;
  // An experiment that goes on has canceled none itself: a person did. To run it again would let them choose which runs count.
  if (last.state === 'canceled') {
    return { type: 'finish', stoppedSentence: `${which} was canceled by a person, which ended the experiment.` };
  }
  if (attempts.filter(wasTried).length >= MAX_ATTEMPTS) {
    const stoppedSentence = `${which} gave no figure ${MAX_ATTEMPTS} times, which ended the experiment. The last time ${reasonOf(last)}`;
    return { type: 'finish', stoppedSentence };
  }
  const untilUs = (last.endedAtUs ?? nowUs) + RETRY_PAUSE_US;
  if (nowUs < untilUs) {
    return { type: 'pause', untilUs, sentence: `${which} is run again in a moment, as ${reasonOf(last)}` };
  }
  return { type: 'queue', slot, attempt: attempts.length };
}

/** One that no host took was not: it says nothing of its configuration. */
const wasTried = ({ startedAtUs, state }: Attempt): boolean => startedAtUs !== null || state === 'finished';

function reasonOf({ failure, figure, invalid }: Attempt): string {
  if (failure) return `it failed: ${failure.sentence}`;
  if (invalid !== null) return `the figure of its primary step is invalid: ${invalid}`;
  if (figure === null) return 'it finished, but the step of the primary outcome gave no such figure.';
  return `it finished, but the figure of the primary outcome is ${figure}, and that has no ratio.`;
}
