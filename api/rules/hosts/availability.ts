import type { Host, HostStatus } from '../../contract/host.ts';
import { plural } from '../words/numbers.ts';
import { capitalised, listed } from '../words/text.ts';

export interface Closable extends Pick<Host, 'name' | 'availability'> {
  closed?: { byName: string | null; why: string | null } | null | undefined;
}

/** 'lab-3 was cordoned by Ann (kernel update)' */
export const closedText = ({ name, availability, closed }: Closable): string =>
  `${name} ${availability === 'cordoned' ? 'was cordoned' : 'is being drained'} ${byText(closed)}`;

const byText = (closed: Closable['closed']): string =>
  `by ${closed?.byName ?? 'a program'}${closed?.why ? ` (${closed.why})` : ''}`;

/**
 * Why it takes no run; null: it does, as far as that goes. `begun`: the run is one of an experiment that is under way, which
 * counts as queued, and which names its hosts for good.
 */
export function closedFault(host: Closable, { begun = false } = {}): string | null {
  if (host.availability === 'open' || (begun && host.availability === 'draining')) return null;
  const takes = host.availability === 'cordoned' ? 'no run' : 'no new run';
  const otherwise = begun ? '' : ', or choose another host';
  return `${closedText(host)} and takes ${takes}. Open it for runs on its page${otherwise}.`;
}

type Drainable = Pick<Host, 'availability' | 'runId' | 'queuedRuns' | 'closed'>;

const isAnyLeft = ({ runId, queuedRuns, closed }: Drainable): boolean =>
  runId !== null || queuedRuns > 0 || (closed?.experimentsLeft ?? 0) > 0;

/** 'Cordoned by Ann (kernel update): no run starts on it' */
export function closedTitle(host: Drainable): string {
  const { availability, closed } = host;
  const by = byText(closed);
  if (availability === 'cordoned') return `Cordoned ${by}: no run starts on it`;
  return isAnyLeft(host) ? `Being drained ${by}: it takes no new run` : `Drained ${by}: nothing is left to run on it`;
}

/** What is left to run on a host that drains. */
export function drainText(host: Drainable): string {
  if (!isAnyLeft(host)) return 'Stop it or upgrade it as you like. It takes no run until you open it.';
  const { runId, queuedRuns, closed } = host;
  const experiments = closed?.experimentsLeft ?? 0;
  const left = [
    runId !== null && 'a run works on it',
    queuedRuns > 0 && `${plural(queuedRuns, 'run waits', 'runs wait')} for it`,
    experiments > 0 && `${plural(experiments, 'experiment that names it has', 'experiments that name it have')} begun`,
  ].filter((one) => one !== false);
  return `${capitalised(listed(left))}. It is drained once that is over.`;
}

/** What a cordon means for the runs of a host now. */
export function cordonText({ runId, queuedRuns }: Pick<Host, 'runId' | 'queuedRuns'>): string {
  const runs = runId === null ? 'Nothing runs on it' : 'The run on it goes on';
  return queuedRuns > 0 ? `${runs}; ${plural(queuedRuns, 'run waits', 'runs wait')} until it is open.` : `${runs}.`;
}

export type StatusWord = Exclude<HostStatus, 'closed'> | 'cordoned' | 'draining' | 'drained';

/** How a host is, and that it is closed where it is: 'busy', 'draining'. */
export function statusWords(host: Drainable & Pick<Host, 'status'>): StatusWord[] {
  const words: StatusWord[] = host.status === 'closed' ? [] : [host.status];
  if (host.availability === 'cordoned') words.push('cordoned');
  if (host.availability === 'draining') words.push(isAnyLeft(host) ? 'draining' : 'drained');
  return words;
}

/** Labels as they are kept: in order, each once. */
export const keptLabels = (labels: string[]): string[] => [...new Set(labels)].sort();
