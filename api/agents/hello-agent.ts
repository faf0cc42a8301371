import type { z } from 'zod';
import type { heartbeatReply, helloRequest } from '../contract/agent.ts';
import { id } from '../contract/primitives.ts';
import { isOnline, silentAfterSeconds } from '../hosts/host-view.ts';
import { endUpgrade, endUpgrades } from '../hosts/store/agent-upgrades.ts';
import { findHosts } from '../hosts/store/hosts.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import type { Db } from '../platform/store/db.ts';
import { findLease, renewLease } from '../platform/store/leases.ts';
import { areApart, copySentence } from '../rules/hosts/machine.ts';
import { type Aftermath, moveRun } from '../runs/drive/move-run.ts';
import { keepRestore, noteRestore } from '../runs/drive/note-restore.ts';
import { settle } from '../runs/drive/settle.ts';
import { lockRun } from '../runs/store/runs.ts';
import { heartbeatAnswer } from './heartbeats.ts';
import {
  type AgentRecord,
  beginIncarnation,
  findCurrentLife,
  forgetPoll,
  lockAgent,
  touchAgent,
} from './store/agents.ts';

type HeartbeatReply = z.infer<typeof heartbeatReply>;

/**
 * A new life of an agent, or the same one confirming that its host was put back. Throws credential-in-use for a machine that
 * has another's credential, as one made from its image has: two that report as one host would mix their figures.
 */
export async function helloAgent(
  lab: Lab,
  agent: AgentRecord,
  input: z.infer<typeof helloRequest>,
): Promise<HeartbeatReply> {
  // What a copy says that it put back is not its host's.
  await refuseCopy(lab, lab.database.db, agent, input);
  await keepRestore(lab, agent.hostId, input.restore);
  const { reply, aftermath } = await lab.database.transaction(async (tx) => {
    const before = await lockAgent(tx, agent.id);
    await refuseCopy(lab, tx, agent, input);
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
    const last = id.safeParse(input.facts.upgrades?.last?.upgradeId).data;
    const restarted = before.incarnationId !== input.incarnationId;
    if (restarted) await forgetPoll(tx, agent.id);
    if (restarted) await endUpgrades(tx, agent.hostId);
    else if (last) await endUpgrade(tx, agent.hostId, last);
    await noteHello(tx, agent, input.restore, restarted);
    const aftermath = restarted ? await restartRun(lab, tx, agent, input.restore.matches) : null;
    return { reply: await contact(lab, tx, agent), aftermath };
  });
  await settle(lab, aftermath ? [aftermath] : []);
  return reply;
}

/** One that was rebooted or moved has ended its life before: that was cut off, or is silent. */
async function refuseCopy(lab: Lab, db: Db, agent: AgentRecord, input: z.infer<typeof helloRequest>): Promise<void> {
  const known = await findCurrentLife(db, agent.id);
  if (!known || known.incarnationId === input.incarnationId || !areApart(known, input.facts)) return;
  const nowUs = lab.nowUs();
  if (!isOnline(known, nowUs, lab.lease)) return;
  const seconds = Math.max(0, Math.round((nowUs - known.lastSeenAtUs) / 1e6));
  lab.log.warn({ hostId: agent.hostId, incarnationId: input.incarnationId }, 'two machines have one credential');
  throw new AppError('credential-in-use', copySentence(agent.hostName, seconds, silentAfterSeconds(lab.lease)));
}

/**
 * The same life says hello again whenever its facts change, with what it once put back: a person who vouched for the host
 * since is not contradicted by that.
 */
async function noteHello(
  tx: Db,
  agent: AgentRecord,
  restore: z.infer<typeof helloRequest>['restore'],
  restarted: boolean,
): Promise<void> {
  const [host] = await findHosts(tx, [agent.hostId]);
  if (restarted || host?.dirtyKind === 'unconfirmed') await noteRestore(tx, agent.hostId, restore, 'said');
}

async function restartRun(lab: Lab, tx: Db, agent: AgentRecord, restoreConfirmed: boolean): Promise<Aftermath | null> {
  const lease = await findLease(tx, agent.hostId);
  if (!lease) return null;
  return moveRun(lab, tx, lease.runId, { kind: 'agent-restarted', hostId: agent.hostId, restoreConfirmed });
}

async function contact(lab: Lab, tx: Db, agent: AgentRecord): Promise<HeartbeatReply> {
  const nowUs = lab.nowUs();
  const lease = await findLease(tx, agent.hostId);
  if (lease) await renewLease(tx, agent.hostId, lease.runId, nowUs + lease.ttlMs * 1000);
  return heartbeatAnswer(lab, nowUs, lease);
}
