import type { z } from 'zod';
import type { heartbeatReply, helloRequest } from '../contract/agent.ts';
import { id } from '../contract/primitives.ts';
import { isCutOff, silentAfterSeconds } from '../hosts/host-view.ts';
import { endUpgrade, endUpgrades } from '../hosts/store/agent-upgrades.ts';
import { findHosts } from '../hosts/store/hosts.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import type { Db } from '../platform/store/db.ts';
import { findLease, type LeaseRecord, renewLease } from '../platform/store/leases.ts';
import { copySentence, mayBeAnother, onOneMachine, secondsUntil } from '../rules/hosts/machine.ts';
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
  noteRefusal,
  touchAgent,
} from './store/agents.ts';

type Hello = z.infer<typeof helloRequest>;
type HeartbeatReply = z.infer<typeof heartbeatReply>;

/**
 * A new life of an agent, or the same one confirming that its host was put back. Throws credential-in-use for a machine that
 * has another's credential, as one made from its image has: two that report as one host would mix their figures.
 */
export async function helloAgent(lab: Lab, agent: AgentRecord, input: Hello): Promise<HeartbeatReply> {
  // What a copy says that it put back is not its host's.
  await noteCopy(lab, agent, input);
  await keepRestore(lab, agent.hostId, input.restore);
  const { reply, aftermath } = await lab.database.transaction(async (tx) => {
    const before = await lockAgent(tx, agent.id);
    const refusal = await refusalOf(lab, tx, agent, input);
    if (refusal) throw refusal.error;
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
      nowUs: lab.nowUs(),
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

/** The host's page says so for as long as the machine asks, and the log once. */
async function noteCopy(lab: Lab, agent: AgentRecord, input: Hello): Promise<void> {
  const { db } = lab.database;
  const refusal = await refusalOf(lab, db, agent, input);
  if (!refusal) return;
  const { incarnationId } = input;
  if (await noteRefusal(db, { agentId: agent.id, incarnationId, nowUs: lab.nowUs(), untilUs: refusal.untilUs })) {
    lab.log.warn({ hostId: agent.hostId, incarnationId }, 'two machines have one credential');
  }
  throw refusal.error;
}

interface Refusal {
  /** If the known life has ended. */
  untilUs: number;
  error: AppError;
}

/** Why this machine may be a copy: the life that is known may go on elsewhere. Null: it has ended, or is of this machine. */
async function refusalOf(
  lab: Lab,
  db: Db,
  agent: AgentRecord,
  { incarnationId, facts }: Hello,
): Promise<Refusal | null> {
  const known = await findCurrentLife(db, agent.id);
  if (!known || known.incarnationId === incarnationId || !mayBeAnother(known, facts)) return null;
  const nowUs = lab.nowUs();
  // When this machine boots, its agent comes back together with the API, and no image of it is elsewhere.
  const isHere = onOneMachine({ bootId: lab.bootId }, facts);
  if ((isHere || nowUs >= lab.heardAtUs) && isCutOff(known, nowUs)) return null;
  const silentUs = known.lastSeenAtUs + silentAfterSeconds(lab.lease) * 1e6;
  const untilUs = isHere ? silentUs : mayLiveUntilUs(lab, silentUs, await findLease(db, agent.hostId));
  if (untilUs <= nowUs) return null;
  const secondsAgo = Math.max(0, Math.round((nowUs - known.lastSeenAtUs) / 1e6));
  const sentence = copySentence(agent.hostName, secondsAgo, secondsUntil(untilUs, nowUs));
  return { untilUs, error: new AppError('credential-in-use', sentence) };
}

/**
 * A life may go on for as long as it is in touch. After an outage of ours it could not be, and one that works for a run and is
 * out of reach has its host until the lease runs out.
 */
function mayLiveUntilUs(lab: Lab, silentUs: number, lease: LeaseRecord | null): number {
  return Math.max(silentUs, lab.heardAtUs, lease?.expiresAtUs ?? 0);
}

/**
 * The same life says hello again whenever its facts change, with what it once put back: a person who vouched for the host
 * since is not contradicted by that.
 */
async function noteHello(tx: Db, agent: AgentRecord, restore: Hello['restore'], restarted: boolean): Promise<void> {
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
