import type { Command } from '../contract/agent-commands.ts';
import type { HostTask } from '../contract/host-task.ts';
import { TASK_WAIT_US } from '../hosts/ask-host.ts';
import { takeTasks } from '../hosts/store/host-tasks.ts';
import type { Lab } from '../platform/lab.ts';
import { newId } from '../platform/store/ids.ts';
import { waitFor } from '../platform/wait-for.ts';
import { type AgentRecord, beginPoll, notePollDropped } from './store/agents.ts';
import { findWork } from './store/commands.ts';

export interface Work {
  commands: Command[];
  tasks: HostTask[];
}

const NONE: Work = { commands: [], tasks: [] };

/**
 * What the agent's host has to do: commands that have no outcome and that it does not hold, and tasks, each handed out
 * once; waits for either up to `waitMs`. Only the current life of an agent is given work. That its side dropped the poll is
 * kept, unless it is this process that closes its connections.
 */
export async function pollCommands(
  lab: Lab,
  agent: AgentRecord,
  input: { incarnationId: string; holding: string[]; waitMs: number },
  { closed, stopping }: { closed: AbortSignal; stopping: AbortSignal },
): Promise<Work> {
  if (agent.incarnationId !== input.incarnationId) return NONE;
  const { db } = lab.database;
  const { waitMs } = input;
  const pollId = newId();
  await beginPoll(db, agent.id, pollId);
  const work = await waitFor(
    lab.notifications,
    { channel: 'commands', payload: agent.hostId, waitMs, closed },
    async (): Promise<Work | null> => {
      const nowUs = lab.nowUs();
      const sinceUs = nowUs - TASK_WAIT_US;
      const { commands, tasksWait } = await findWork(db, agent.hostId, input.holding, sinceUs);
      const tasks = tasksWait && !closed.aborted ? await takeTasks(db, agent.hostId, sinceUs, nowUs) : [];
      return commands.length > 0 || tasks.length > 0 ? { commands, tasks } : null;
    },
  );
  if (closed.aborted && !stopping.aborted) await notePollDropped(db, agent.id, pollId, lab.nowUs());
  return work ?? NONE;
}
