import type { Db } from '../../platform/store/db.ts';
import { lockAgent } from './agents.ts';

/** A file takes a block of the disk at least. */
const BLOCK_BYTES = 4096;

export interface Upload {
  agentId: string;
  sha256: string;
  sizeBytes: number;
  atUs: number;
}

/** Counts an upload before its bytes come; answers what the agent has uploaded since then, with it. The same file again counts once. */
export async function noteUpload(
  db: Db,
  { agentId, sha256, sizeBytes, atUs }: Upload,
  sinceUs: number,
): Promise<number> {
  await lockAgent(db, agentId);
  const counted = { sizeBytes: Math.max(sizeBytes, BLOCK_BYTES), atUs };
  await db.agentUpload.upsert({
    where: { agentId_sha256: { agentId, sha256 } },
    create: { agentId, sha256, ...counted },
    update: counted,
  });
  const { _sum } = await db.agentUpload.aggregate({
    where: { agentId, atUs: { gt: sinceUs } },
    _sum: { sizeBytes: true },
  });
  return Number(_sum.sizeBytes ?? 0n);
}

export async function forgetUploadsBefore(db: Db, beforeUs: number): Promise<void> {
  await db.agentUpload.deleteMany({ where: { atUs: { lt: beforeUs } } });
}
