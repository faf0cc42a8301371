import type { Run, RunState, RunSummary } from '../../contract/run.ts';
import type { RunStep } from '../../contract/step.ts';
import { protocolOf, stepText } from '../spec/load-words.ts';
import { plural } from '../words/numbers.ts';
import { isTerminal } from './run-machine.ts';

const LABELS: Record<RunState, string> = {
  queued: 'queued',
  provisioning: 'provisioning',
  preparing: 'preparing',
  tuning: 'tuning',
  'target-up': 'starting target',
  warming: 'warming up',
  measuring: 'measuring',
  cooling: 'pausing',
  stopping: 'stopping',
  restoring: 'restoring host',
  releasing: 'releasing',
  analysing: 'analysing',
  finished: 'finished',
  failed: 'failed',
  canceled: 'canceled',
};

export const stateLabel = (state: RunState): string => LABELS[state];

/** '1 of 2 steps failed'; null where none did. */
export const failedStepsText = ({ stepsFailed, progress }: RunSummary): string | null =>
  stepsFailed > 0 ? `${stepsFailed} of ${plural(progress.stepCount, 'step')} failed` : null;

/**
 * 'step 2 of 6 · measuring at 100 connections', or the state alone outside of the steps. A search plans its steps while
 * it goes on, so their number is left out. The present one's load is named where the steps are given.
 */
export function phaseSentence(run: RunSummary & { steps?: RunStep[] }): string {
  const { stepIndex, stepCount } = run.progress;
  const inStep = run.state === 'warming' || run.state === 'measuring' || run.state === 'cooling';
  if (!inStep || stepIndex === null) return stateLabel(run.state);
  const step = run.steps?.[stepIndex]?.spec ?? run.spec.load.steps[stepIndex];
  const load = step ? ` at ${stepText(step, protocolOf(run))}${step.profiles.length > 0 ? ', profiled' : ''}` : '';
  const count = run.spec.load.search ? ' of a search' : ` of ${stepCount}`;
  return `step ${stepIndex + 1}${count} · ${stateLabel(run.state)}${run.state === 'cooling' ? '' : load}`;
}

/** What canceling does to the run as it is. */
export function cancelSentence({ state, hosts, progress }: Pick<Run, 'state' | 'hosts' | 'progress'>): string {
  if (state === 'queued') return 'It has not begun, and nothing on its hosts was changed.';
  if (state === 'provisioning') return 'No load runs yet.';
  const back = hosts.length > 1 ? 'its hosts are put back' : 'its host is put back';
  if (progress.stepIndex === null) return `No load runs yet; ${back}.`;
  return `The load stops at once and ${back}. Steps that were measured are kept; the present one is not.`;
}

/** Why a run ended early. */
export const endSentence = ({ failure, state }: Pick<Run, 'failure' | 'state'>): string =>
  failure?.sentence ??
  (state === 'canceled' ? 'A person canceled this run.' : 'The run ended early without saying why.');

/** What is left of a run that ended early, or is about to. */
export function keptSentence(run: Run): string {
  if (run.state === 'analysing') return 'No load runs any more; the last figures are being made.';
  const several = run.hosts.length > 1;
  if (run.state === 'restoring')
    return `No load runs any more; the ${several ? 'hosts are' : 'host is'} being put back.`;
  if (run.state === 'releasing') return 'No load runs any more; its cloud hosts are being given back.';
  if (!isTerminal(run.state)) return `The load is being stopped and the ${several ? 'hosts' : 'host'} put back.`;
  const measured = run.stepsMeasured;
  const planned = run.steps.length;
  if (measured === 0) return 'No step was measured; the timeline, logs and samples up to then are kept.';
  if (measured === planned)
    return planned === 1 ? 'Its step was measured and is kept.' : `All ${planned} steps were measured and are kept.`;
  return `${measured} of ${planned} steps ${measured === 1 ? 'was' : 'were'} measured and ${measured === 1 ? 'is' : 'are'} kept below.`;
}

/** In place of a bottleneck, where no step was judged. */
export const unjudgedSentence = (state: RunState): string =>
  isTerminal(state) ? 'Not judged: no step was measured.' : 'Known with the first measured step.';

/** What to do next about a run that ended without a verdict. */
export function nextUnjudged(state: RunState): string {
  if (state === 'canceled') return 'Run it again for figures: this one was canceled before it had any.';
  return state === 'failed'
    ? 'Mend what ended this run, then run it again.'
    : 'Mend what made its steps fail, then run it again.';
}

/** In a word. One that was canceled in its middle is skipped to the machine, and says why; one that never began does not. */
export const stepLabel = ({ status, failure }: Pick<RunStep, 'status' | 'failure'>): string =>
  status === 'skipped' && failure !== null ? 'canceled' : status;

/** Why a step in that state has no figures. */
export const WHY_NOT_MEASURED: Record<RunStep['status'], string> = {
  planned: 'This step has not begun',
  running: 'This step is under way',
  counting: 'The figures of this step are being made',
  measured: 'Not measured',
  failed: 'This step failed before it was measured',
  skipped: 'This step was not run',
};
