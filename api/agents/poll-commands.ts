import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from '../contract/agent-commands.ts';
import type { HostTask } from '../contract/host-task.ts';
import { TASK_WAIT_US } from '../hosts/ask-host.ts';
import { takeTasks } from '../hosts/store/host-tasks.ts';
import { Gatherer } from '../platform/gather.ts';
import type { Lab } from '../platform/lab.ts';
import { newId } from '../platform/store/ids.ts';
import { waitFor } from '../platform/wait-for.ts';
import { type AgentRecord, notePollDropped } from './store/agents.ts';
import { type FoundWork, findWork, type WorkLook } from './store/commands.ts';

export interface Work {
  commands: Command[];
  tasks: HostTask[];
}

/** Whatever else changes an agent has it locked for less, as a rule. */
const NOTE_AGAIN_MS = 200;

const NONE: Work = { commands: [], tasks: [] };

/** Polls of all agents: what is looked for at the same time, as when a run asks all its hosts, is looked for together. */
export class Polls {
  private readonly lab: Lab;
  private readonly looks: Gatherer<WorkLook, FoundWork>;

  constructor(lab: Lab) {
    this.lab = lab;
    this.looks = new Gatherer((looks) => findWork(lab.database.db, looks, lab.nowUs() - TASK_WAIT_US));
  }

  /**
   * What the agent's host has to do: commands that have no outcome and that it does not hold, and tasks, each handed out
   * once; waits for either up to `waitMs`. Only the current life of an agent is given work. That its side dropped the poll is
   * kept, unless it is this process that closes its connections.
   */
  async poll(
    agent: AgentRecord,
    input: { incarnationId: string; holding: string[]; waitMs: number },
    { closed, stopping }: { closed: AbortSignal; stopping: AbortSignal },
  ): Promise<Work> {
    if (agent.incarnationId !== input.incarnationId) return NONE;
    const { lab } = this;
    const poll = { pollId: newId(), isNoted: false, isOver: false };
    const look = async (): Promise<FoundWork> => {
      const asked = { agentId: agent.id, hostId: agent.hostId, holding: input.holding };
      const found = await this.looks.ask({ ...asked, pollId: poll.isNoted ? null : poll.pollId });
      poll.isNoted ||= found.begun;
      return found;
    };
    const noting = keepNoting(poll, look);
    const work = await waitFor(
      lab.notifications,
      { channel: 'commands', payload: agent.hostId, waitMs: input.waitMs, closed },
      async (): Promise<Work | null> => {
        const { commands, tasksWait } = await look();
        const tasks = tasksWait && !closed.aborted ? await this.takeTasks(agent) : [];
        return commands.length > 0 || tasks.length > 0 ? { commands, tasks } : null;
      },
    ).finally(() => {
      poll.isOver = true;
    });
    if (closed.aborted && !stopping.aborted) {
      // A look that is under way may yet note it, and that would undo the drop.
      if (!poll.isNoted) await noting;
      await notePollDropped(lab.database.db, agent.id, poll.isNoted ? poll.pollId : agent.pollId, lab.nowUs());
    }
    return work ?? NONE;
  }

  private takeTasks({ hostId }: AgentRecord): Promise<HostTask[]> {
    const nowUs = this.lab.nowUs();
    return takeTasks(this.lab.database.db, hostId, nowUs - TASK_WAIT_US, nowUs);
  }
}

/** Until the poll is noted or over: an agent that asks must not stay cut off because it was locked when it began to. */
async function keepNoting(poll: { isNoted: boolean; isOver: boolean }, look: () => Promise<unknown>): Promise<void> {
  for (;;) {
    await sleep(NOTE_AGAIN_MS);
    if (poll.isNoted || poll.isOver) return;
    // What the database does not answer now is asked again.
    await look().catch(() => {});
  }
}
