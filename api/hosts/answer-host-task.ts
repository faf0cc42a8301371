import { type AgentRecord, lockAgent } from '../agents/store/agents.ts';
import type { HostTask, HostTaskAnswer } from '../contract/host-task.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import type { Db } from '../platform/store/db.ts';
import { notify } from '../platform/store/notify.ts';
import { keepRestore, noteRestore } from '../runs/drive/note-restore.ts';
import { answerTask, findOpenTask } from './store/host-tasks.ts';

/**
 * Takes an agent's answer to a host task. What a restore did to the host is kept also when the asker is gone; any other
 * late answer is dropped. Throws unknown-incarnation for another life of the agent, and unusable-report for an answer
 * of another kind.
 */
export async function answerHostTask(
  lab: Lab,
  agent: AgentRecord,
  taskId: string,
  { incarnationId, answer }: { incarnationId: string; answer: HostTaskAnswer },
): Promise<void> {
  if (agent.incarnationId !== incarnationId) {
    throw new AppError('unknown-incarnation', 'Another life of the agent was asked.');
  }
  const { db } = lab.database;
  const task = await findOpenTask(db, taskId, agent.hostId);
  if (!task) return;
  if (answer.type !== 'refused' && answer.type !== task.type) {
    throw new AppError('unusable-report', `A ${task.type} was asked for, not a ${answer.type}.`);
  }
  if (answer.type === 'restore') await keepRestore(lab, agent.hostId, answer.restore);
  await lab.database.transaction(async (tx) => {
    if (answer.type === 'restore') await noteAsked(tx, agent, task, answer.restore);
    await answerTask(tx, taskId, answer);
    notify(tx, 'tasks', taskId);
  });
}

/** Whoever vouches for a host takes it as it is. */
async function noteAsked(
  tx: Db,
  agent: AgentRecord,
  task: HostTask,
  restore: Extract<HostTaskAnswer, { type: 'restore' }>['restore'],
): Promise<void> {
  if (task.type === 'restore' && task.acceptPresent) return;
  await lockAgent(tx, agent.id);
  await noteRestore(tx, agent.hostId, restore, 'asked');
}
