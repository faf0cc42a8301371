import type { ApiToken, CreateApiToken, Role } from '../contract/account.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { GONE_AFTER_US } from '../platform/replicas.ts';
import type { Db } from '../platform/store/db.ts';
import { hashSecret, newId, newSecret } from '../platform/store/ids.ts';
import { dropReplicasBefore, listReplicas } from '../platform/store/replicas.ts';
import { mayAct } from '../rules/people/roles.ts';
import type { Owner } from './account.ts';
import {
  type ApiTokenRecord,
  findApiTokenById,
  insertApiToken,
  presetApiToken,
  listApiTokens as readTokens,
  revokeApiToken as revoke,
  revokePresetTokens,
} from './store/api-tokens.ts';
import { holdSession } from './store/sessions.ts';

/** Whoever looks after tokens: a person, or an administrator's token. */
export interface TokenKeeper {
  /** Null: the preset token. */
  userId: string | null;
  role: Role;
}

export async function listApiTokens(lab: Lab, { userId, role }: TokenKeeper): Promise<ApiToken[]> {
  const records = await readTokens(lab.database.db, role === 'admin' ? null : userId, lab.nowUs());
  return records.map((record) => toApiToken(record, userId));
}

/**
 * Returns the secret, here and never again. Throws invalid-input for a role above the maker's or a time that is past, and
 * not-signed-in where the session of the maker has ended since the request came.
 */
export async function createApiToken(
  lab: Lab,
  { userId, sessionId, role }: Owner & { role: Role },
  input: CreateApiToken,
): Promise<{ token: ApiToken; secret: string }> {
  if (!mayAct(role, input.role)) {
    throw new AppError('invalid-input', `You are ${role}; a token can have that role at most.`, [
      { path: 'role', message: `may be ${role} at most` },
    ]);
  }
  const [id, createdAtUs, expiresAtUs] = [newId(), lab.nowUs(), input.expiresAtUs ?? null];
  if (expiresAtUs !== null && expiresAtUs <= createdAtUs) {
    throw new AppError('invalid-input', 'The token would have expired already; choose a later time.', [
      { path: 'expiresAtUs', message: 'must lie ahead' },
    ]);
  }
  const secret = newSecret('mrps');
  const { name } = input;
  const row = { id, name, tokenHash: hashSecret(secret), userId, role: input.role, createdAtUs, expiresAtUs };
  await lab.database.transaction(async (tx) => {
    if (!(await holdSession(tx, sessionId))) throw new AppError('not-signed-in', 'This session has ended.');
    await insertApiToken(tx, row);
  });
  return { token: toApiToken(await working(lab, id), userId), secret };
}

/**
 * Throws not-found for a token that is gone or another person's, and conflict for the preset one. An administrator may
 * revoke all others.
 */
export async function revokeApiToken(lab: Lab, { userId, role }: TokenKeeper, tokenId: string): Promise<void> {
  const token = await working(lab, tokenId);
  if (role !== 'admin' && token.owner?.userId !== userId) throw new AppError('not-found', GONE);
  if (!token.owner) throw new AppError('conflict', PRESET);
  await revoke(lab.database.db, tokenId, lab.nowUs());
}

/**
 * The one that whoever runs the instance presets, null for none. What was preset before is good no more, unless another
 * process of the API that lives was started with it.
 */
export async function presetAdminToken(lab: Lab, secret: string | null): Promise<void> {
  const createdAtUs = lab.nowUs();
  await lab.database.transaction(async (tx) => {
    await revokeOutdated(lab, tx, createdAtUs);
    if (secret === null) return;
    await presetApiToken(tx, { id: newId(), name: PRESET_NAME, tokenHash: hashSecret(secret), createdAtUs });
  });
}

/** Forgets processes of the API that have ended, and with the last of them the token that was preset for it. */
export async function forgetReplicas(lab: Lab): Promise<void> {
  const nowUs = lab.nowUs();
  await lab.database.transaction(async (tx) => {
    if ((await dropReplicasBefore(tx, nowUs - GONE_AFTER_US, lab.replicaId)) > 0) await revokeOutdated(lab, tx, nowUs);
  });
}

async function revokeOutdated(lab: Lab, tx: Db, nowUs: number): Promise<void> {
  const living = await listReplicas(tx, nowUs - GONE_AFTER_US, lab.replicaId);
  await revokePresetTokens(
    tx,
    living.flatMap(({ adminTokenHash }) => adminTokenHash ?? []),
    nowUs,
  );
}

const PRESET_NAME = 'preset administrator token';
const GONE = 'There is no such token; it may have been revoked or have expired.';
const PRESET =
  'This token is preset by whoever runs the instance: start it with another MILLIONRPS_ADMIN_TOKEN to replace it.';

async function working(lab: Lab, tokenId: string): Promise<ApiTokenRecord> {
  const token = await findApiTokenById(lab.database.db, tokenId, lab.nowUs());
  if (!token) throw new AppError('not-found', GONE);
  return token;
}

function toApiToken({ owner, ...token }: ApiTokenRecord, userId: string | null): ApiToken {
  return { ...token, ownerName: owner?.name ?? null, own: owner !== null && owner.userId === userId };
}
