import type { Command } from '../contract/agent.ts';
import type { AgentRecord } from '../store/agents.ts';
import { listUnanswered } from '../store/commands.ts';
import type { Lab } from './lab.ts';

/**
 * Commands of the agent's host that have no outcome and that it does not hold, waiting for one up to `waitMs`. Only the
 * current life of an agent is given work. The waiter is registered before the first look, so nothing slips between.
 */
export async function pollCommands(
  lab: Lab,
  agent: AgentRecord,
  input: { incarnationId: string; holding: string[]; waitMs: number },
  closed: AbortSignal,
): Promise<Command[]> {
  if (agent.incarnationId !== input.incarnationId) return [];
  let wake: () => void = () => {};
  let woken = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const off = lab.notifications.on('commands', agent.hostId, () => wake());
  closed.addEventListener('abort', () => wake(), { once: true });
  const timer = setTimeout(() => wake(), input.waitMs);
  const endsAt = Date.now() + input.waitMs;
  try {
    for (;;) {
      const commands = await listUnanswered(lab.database.db, agent.hostId, input.holding);
      if (commands.length > 0 || closed.aborted || Date.now() >= endsAt) return commands;
      await woken;
      woken = new Promise((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    clearTimeout(timer);
    off();
  }
}
