import type { z } from 'zod';
import type { Recording } from '../audit/recording.ts';
import type { joinReply, joinRequest } from '../contract/agent.ts';
import type { JoinToken, OpenJoinTokens } from '../contract/host.ts';
import { createHostWithAgent, giveAgent } from '../hosts/store/hosts.ts';
import { type Admitter, mayAdmit } from '../people/admission.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import type { Db } from '../platform/store/db.ts';
import { hashSecret, newId, newSecret } from '../platform/store/ids.ts';
import { keptLabels } from '../rules/hosts/availability.ts';
import { replaceCredential } from './store/agents.ts';
import {
  endHostTokens,
  findOpenJoinTokens,
  createJoinToken as insertJoinToken,
  isJoinTokenFor,
  keepJoinToken,
  revokeOpenJoinToken,
  useJoinToken,
} from './store/join-tokens.ts';

const JOIN_TOKEN_HOURS = 24;

/** The token is returned here and never again. */
export async function createJoinToken(lab: Lab, by: Admitter, labels: string[] = []): Promise<JoinToken> {
  const token = newSecret('mrpsjoin');
  const createdAtUs = lab.nowUs();
  const expiresAtUs = createdAtUs + JOIN_TOKEN_HOURS * 3600 * 1e6;
  const record = {
    ...{ id: newId(), tokenHash: hashSecret(token), createdAtUs, expiresAtUs, createdByUserId: by.userId },
    labels: keptLabels(labels),
  };
  await lab.database.transaction(async (tx) => {
    await mayAdmit(tx, by);
    await insertJoinToken(tx, record);
  });
  return { id: record.id, token, expiresAtUs, url: lab.publicUrl, fingerprint: lab.fingerprint() };
}

export async function listJoinTokens(lab: Lab): Promise<OpenJoinTokens> {
  const tokens = await findOpenJoinTokens(lab.database.db, lab.nowUs());
  return { tokens, poolIsOpen: lab.poolTokenHash !== null };
}

/** Throws not-found for one that is unknown, used, revoked or expired. */
export async function revokeJoinToken(lab: Lab, tokenId: string): Promise<void> {
  if (!(await revokeOpenJoinToken(lab.database.db, tokenId, lab.nowUs())))
    throw new AppError('not-found', 'There is no such join token, or it was used, revoked or has expired.');
}

/**
 * A join token that the environment names, as good as one from the hosts page: for one agent, within a day of the last
 * start with it. One that was used or revoked stays so however often the API starts.
 */
export async function presetJoinToken(lab: Lab, token: string): Promise<void> {
  const createdAtUs = lab.nowUs();
  const expiresAtUs = createdAtUs + JOIN_TOKEN_HOURS * 3600 * 1e6;
  await keepJoinToken(lab.database.db, { id: newId(), tokenHash: hashSecret(token), createdAtUs, expiresAtUs });
}

/**
 * Enrols a host. The credential is the host: two agents may share one machine. A token is good for one agent; when that
 * agent's same life asks again, because it missed the answer, it gets a fresh credential, unless its host was removed. A token of a launch is good for the
 * host that its instance was launched as, and only until that has joined. Any other token throws join-token-invalid.
 */
export async function joinAgent(
  lab: Lab,
  input: z.infer<typeof joinRequest>,
  recording: Pick<Recording, 'about' | 'done'>,
): Promise<z.infer<typeof joinReply>> {
  const { joinToken, incarnationId, name, facts, agentVersion: version } = input;
  const [hostId, agentId] = [newId(), newId()];
  const credential = newSecret('mrpsagent');
  const credentialHash = hashSecret(credential);
  recording.about({ id: null, name });
  return lab.database.transaction(async (tx) => {
    const nowUs = lab.nowUs();
    const joined = async (ids: { hostId: string; agentId: string }) => {
      await recording.done(tx, { id: ids.hostId, name });
      return { ...ids, credential };
    };
    const tokenHash = await ownToken(lab, tx, joinToken, incarnationId, nowUs);
    const use = await useJoinToken(tx, tokenHash, { agentId, incarnationId }, nowUs);
    if (use?.incarnationId !== incarnationId) throw new AppError('join-token-invalid', TOKEN_REFUSED);
    if (use.agentId !== agentId) {
      const known = await replaceCredential(tx, use.agentId, credentialHash);
      if (!known) throw new AppError('join-token-invalid', TOKEN_REFUSED);
      return joined({ hostId: known.hostId, agentId: use.agentId });
    }
    if (use.hostId !== null) {
      await giveAgent(tx, { hostId: use.hostId, agentId, facts, version, credentialHash, nowUs });
      // Programs on the host can read the token: it is of no use from now on.
      await endHostTokens(tx, [use.hostId], nowUs);
      return joined({ hostId: use.hostId, agentId });
    }
    await createHostWithAgent(tx, { hostId, agentId, name, labels: use.labels, facts, version, credentialHash, nowUs });
    return joined({ hostId, agentId });
  });
}

/** Refuses a useless token before the body is validated. Only using the token decides for good. */
export async function refuseUselessToken(lab: Lab, body: unknown): Promise<void> {
  const { joinToken, incarnationId } = (body ?? {}) as Record<string, unknown>;
  const useful =
    typeof joinToken === 'string' &&
    (isPoolToken(lab, joinToken) ||
      (await isJoinTokenFor(lab.database.db, hashSecret(joinToken), incarnationId, lab.nowUs())));
  if (!useful) throw new AppError('join-token-invalid', TOKEN_REFUSED);
}

/** A pool's token is good for any number of agents: each life that asks with it gets a token of its own, used at once. */
async function ownToken(
  lab: Lab,
  tx: Db,
  joinToken: string,
  incarnationId: string,
  createdAtUs: number,
): Promise<string> {
  if (!isPoolToken(lab, joinToken)) return hashSecret(joinToken);
  const tokenHash = hashSecret(`${joinToken} ${incarnationId}`);
  await keepJoinToken(tx, {
    id: newId(),
    tokenHash,
    createdAtUs,
    expiresAtUs: createdAtUs + 1,
    labels: lab.poolLabels,
  });
  return tokenHash;
}

const isPoolToken = ({ poolTokenHash }: Lab, joinToken: string): boolean =>
  poolTokenHash !== null && hashSecret(joinToken) === poolTokenHash;

const TOKEN_REFUSED = 'The join token is unknown, used, revoked or expired; create a new one on the hosts page.';
