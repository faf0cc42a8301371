import type { z } from 'zod';
import type { heartbeatReply, heartbeatRequest } from '../contract/agent.ts';
import { Gatherer } from '../platform/gather.ts';
import type { Lab } from '../platform/lab.ts';
import { type AgentRecord, type Contact, touchAgents } from './store/agents.ts';

type HeartbeatReply = z.infer<typeof heartbeatReply>;

/** Signs of life of all agents: those that come together are noted together. */
export class Heartbeats {
  private readonly lab: Lab;
  private readonly contacts: Gatherer<AgentRecord, Contact>;

  constructor(lab: Lab) {
    this.lab = lab;
    this.contacts = new Gatherer((agents) => touchAgents(lab.database.db, agents, lab.nowUs()));
  }

  /**
   * Renews the lease of the run that the agent works for. That is renewed while the agent is in touch, also before it works
   * for the run: a command may still be on its way to it. Another life than the one that is known says hello first: it may be
   * another machine's, and no sign of life of this one.
   */
  async beat(agent: AgentRecord, { incarnationId, runId }: z.infer<typeof heartbeatRequest>): Promise<HeartbeatReply> {
    if (agent.incarnationId !== incarnationId) {
      return { ...heartbeatAnswer(this.lab, this.lab.nowUs(), null), helloWanted: true };
    }
    const { dirtyKind, lease } = await this.contacts.ask(agent);
    const held = lease && (runId === null || runId === lease.runId) ? lease : null;
    const helloWanted = dirtyKind === 'unconfirmed' && held === null;
    return { ...heartbeatAnswer(this.lab, this.lab.nowUs(), held), helloWanted };
  }
}

export const heartbeatAnswer = (lab: Lab, serverTimeUs: number, lease: Contact['lease']): HeartbeatReply => ({
  serverTimeUs,
  heartbeatMs: lab.lease.heartbeatMs,
  helloWanted: false,
  lease: lease && { runId: lease.runId, ttlMs: lease.ttlMs, guardMs: lease.guardMs },
});
