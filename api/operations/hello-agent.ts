import type { z } from 'zod';
import type { heartbeatReply, heartbeatRequest, helloRequest } from '../contract/agent.ts';
import { type AgentRecord, beginIncarnation, lockAgent, touchAgent } from '../store/agents.ts';
import type { Db } from '../store/db.ts';
import { cleanHost, findHosts, soilHost } from '../store/hosts.ts';
import { findLease, renewLease } from '../store/leases.ts';
import { lockRun } from '../store/runs.ts';
import { type Aftermath, moveRun, settle } from './advance-run.ts';
import type { Lab } from './lab.ts';

type HeartbeatReply = z.infer<typeof heartbeatReply>;

/** A new life of an agent, or the same one confirming that its host was put back. */
export async function helloAgent(
  lab: Lab,
  agent: AgentRecord,
  input: z.infer<typeof helloRequest>,
): Promise<HeartbeatReply> {
  const { reply, aftermath } = await lab.database.transaction(async (tx) => {
    const before = await lockAgent(tx, agent.id);
    // Runs are locked before hosts everywhere, or an agent restarting as its lease runs out would be a deadlock.
    const lease = await findLease(tx, agent.hostId);
    if (lease) await lockRun(tx, lease.runId);
    await beginIncarnation(tx, {
      agentId: agent.id,
      hostId: agent.hostId,
      incarnationId: input.incarnationId,
      bootId: input.facts.bootId,
      startedAtUs: input.startedAtUs,
      version: input.agentVersion,
      facts: input.facts,
    });
    await touchAgent(tx, agent.id, lab.nowUs());
    await noteRestore(tx, agent, input.restore);
    const restarted = before.incarnationId !== input.incarnationId;
    const aftermath = restarted ? await restartRun(lab, tx, agent, input.restore.matches) : null;
    return { reply: await contact(lab, tx, agent, null), aftermath };
  });
  await settle(lab, aftermath ? [aftermath] : []);
  return reply;
}

/** A sign of life: renews the lease of the run that the agent works for. */
export async function heartbeatAgent(
  lab: Lab,
  agent: AgentRecord,
  input: z.infer<typeof heartbeatRequest>,
): Promise<HeartbeatReply> {
  return lab.database.transaction(async (tx) => {
    await touchAgent(tx, agent.id, lab.nowUs());
    const reply = await contact(lab, tx, agent, input.runId);
    const [host] = await findHosts(tx, [agent.hostId]);
    const helloWanted =
      agent.incarnationId !== input.incarnationId || (host?.dirtyKind === 'unconfirmed' && reply.lease === null);
    return { ...reply, helloWanted };
  });
}

/** An agent that has put its host back clears the doubt; one that could not makes the host dirty. */
async function noteRestore(
  tx: Db,
  agent: AgentRecord,
  restore: z.infer<typeof helloRequest>['restore'],
): Promise<void> {
  if (!restore.matches) {
    const reason = `After a restore these read back differently: ${restore.mismatches.join('; ')}`;
    return soilHost(tx, { hostId: agent.hostId, kind: 'mismatch', reason });
  }
  const [host] = await findHosts(tx, [agent.hostId]);
  if (host?.dirtyKind === 'unconfirmed') await cleanHost(tx, agent.hostId);
}

async function restartRun(lab: Lab, tx: Db, agent: AgentRecord, restoreConfirmed: boolean): Promise<Aftermath | null> {
  const lease = await findLease(tx, agent.hostId);
  if (!lease) return null;
  return moveRun(lab, tx, lease.runId, { kind: 'agent-restarted', hostId: agent.hostId, restoreConfirmed });
}

/**
 * The lease is renewed while the agent is in touch, whether or not it has begun to work for the run yet: a command may
 * still be on its way to it.
 */
async function contact(lab: Lab, tx: Db, agent: AgentRecord, holds: string | null): Promise<HeartbeatReply> {
  const nowUs = lab.nowUs();
  const lease = await findLease(tx, agent.hostId);
  if (lease) await renewLease(tx, agent.hostId, lease.runId, nowUs + lease.ttlMs * 1000);
  const held = lease && (holds === null || holds === lease.runId) ? lease : null;
  return {
    serverTimeUs: nowUs,
    heartbeatMs: lab.lease.heartbeatMs,
    helloWanted: false,
    lease: held && { runId: held.runId, ttlMs: held.ttlMs, guardMs: held.guardMs },
  };
}
