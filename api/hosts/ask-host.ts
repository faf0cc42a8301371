import { HOST_TASK_SECONDS, type HostTask, type HostTaskAnswer } from '../contract/host-task.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import type { Db } from '../platform/store/db.ts';
import { newId } from '../platform/store/ids.ts';
import { notify } from '../platform/store/notify.ts';
import { waitFor } from '../platform/wait-for.ts';
import { offlineSentence } from '../rules/hosts/offline.ts';
import { isOnline } from './host-view.ts';
import { countWaiting, dropTask, insertTask, lockTasks, readAnswer } from './store/host-tasks.ts';
import { findHosts, type HostRecord } from './store/hosts.ts';

export const TASK_WAIT_US = HOST_TASK_SECONDS * 1e6;
/** Each is a walk through /proc and /sys on a host that may be measuring; only a loop gone wild asks more often. */
const WAITING_AT_MOST = 8;
/** They watch the CPUs, read thousands of files or fetch a repository, and may not cost what is measured anything. */
const DISTURBING: ReadonlySet<HostTask['type']> = new Set(['plan', 'doctor', 'snapshot', 'list-revisions']);

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
export type Question = DistributiveOmit<HostTask, 'taskId'>;
export type AnswerTo<Type extends HostTask['type']> = Extract<HostTaskAnswer, { type: Type }>;

/**
 * Asks the agent of a host something outside of any run and waits for its answer. Throws a sentence when the host is
 * offline, measuring, asked too much already, does not answer, or refuses.
 */
export async function askHost<Q extends Question>(
  lab: Lab,
  hostId: string,
  question: Q,
  closed: AbortSignal,
  taskId = newId(),
): Promise<AnswerTo<Q['type']>> {
  const host = await onlineHost(lab, hostId);
  if (host.leasedRunId !== null && DISTURBING.has(question.type)) throw new AppError('host-busy', disturbance(host));
  await lab.database.transaction((tx) => ask(lab, tx, host, { ...question, taskId } as HostTask));
  try {
    const answer = await waitFor(
      lab.notifications,
      { channel: 'tasks', payload: taskId, waitMs: HOST_TASK_SECONDS * 1000, closed },
      () => readAnswer(lab.database.db, taskId),
    );
    if (answer === null) throw new AppError('no-answer', silence(host));
    if (answer.type === 'refused') throw new AppError('refused', answer.sentence);
    return answer as AnswerTo<Q['type']>;
  } finally {
    await dropTask(lab.database.db, taskId);
  }
}

async function onlineHost(lab: Lab, hostId: string): Promise<HostRecord> {
  const [host] = await findHosts(lab.database.db, [hostId]);
  if (!host) throw new AppError('not-found', 'There is no such host.');
  if (isOnline(host, lab.nowUs(), lab.lease)) return host;
  throw new AppError('host-offline', offlineSentence(host.name, 'ask'));
}

async function ask(lab: Lab, tx: Db, host: HostRecord, task: HostTask): Promise<void> {
  await lockTasks(tx, host.id);
  const nowUs = lab.nowUs();
  if ((await countWaiting(tx, host.id, nowUs - TASK_WAIT_US)) >= WAITING_AT_MOST) {
    throw new AppError(
      'too-many-questions',
      `${host.name} already has ${WAITING_AT_MOST} waiting requests; try again in a few seconds.`,
    );
  }
  await insertTask(tx, host.id, task, nowUs);
  notify(tx, 'commands', host.id);
}

const disturbance = ({ name }: HostRecord): string =>
  `${name} is in a run, and requests would disturb the measurement; try again when the run is over.`;

const silence = ({ name }: HostRecord): string =>
  `The agent on ${name} did not answer within ${HOST_TASK_SECONDS} s; check there that it runs, then try again.`;
