import type { z } from 'zod';
import type { joinReply, joinRequest } from '../contract/agent.ts';
import { consumeJoinToken, createJoinToken as insertJoinToken } from '../store/agents.ts';
import { createHostWithAgent } from '../store/hosts.ts';
import { hashSecret, newId, newSecret } from '../store/ids.ts';
import { AppError } from './app-error.ts';
import type { Lab } from './lab.ts';

const JOIN_TOKEN_HOURS = 24;

/** The token is returned here and never again. */
export async function createJoinToken(lab: Lab): Promise<{ token: string; expiresAtUs: number }> {
  const token = newSecret('mrpsjoin');
  const createdAtUs = lab.nowUs();
  const expiresAtUs = createdAtUs + JOIN_TOKEN_HOURS * 3600 * 1e6;
  await insertJoinToken(lab.database.db, { id: newId(), tokenHash: hashSecret(token), createdAtUs, expiresAtUs });
  return { token, expiresAtUs };
}

/** Enrols a host. The credential is the host: two agents may share one machine. */
export async function joinAgent(lab: Lab, input: z.infer<typeof joinRequest>): Promise<z.infer<typeof joinReply>> {
  const ids = { hostId: newId(), agentId: newId() };
  const credential = newSecret('mrpsagent');
  await lab.database.transaction(async (tx) => {
    if (!(await consumeJoinToken(tx, hashSecret(input.joinToken), lab.nowUs()))) {
      throw new AppError(
        'join-token-invalid',
        'The join token is unknown, used or expired; create a new one on the hosts page.',
      );
    }
    const { name, facts, agentVersion: version } = input;
    await createHostWithAgent(tx, {
      ...ids,
      name,
      facts,
      version,
      credentialHash: hashSecret(credential),
      nowUs: lab.nowUs(),
    });
  });
  return { ...ids, credential };
}
