import type { ArtifactRef } from '../../contract/agent-reports.ts';
import { type Db, toNumber } from '../../platform/store/db.ts';
import { newId } from '../../platform/store/ids.ts';
import { listPacks } from './packed-chunks.ts';
import { listSent } from './request-bodies.ts';

export interface ArtifactOwner {
  runId: string;
  hostId: string;
  commandId: string | null;
  stepIndex: number | null;
  phase: string | null;
}

export async function hasArtifacts(db: Db, owner: ArtifactOwner): Promise<boolean> {
  return (await db.artifact.findFirst({ where: { ...owner }, select: { id: true } })) !== null;
}

export async function addArtifacts(db: Db, owner: ArtifactOwner, refs: ArtifactRef[], nowUs: number): Promise<void> {
  if (refs.length === 0) return;
  await db.artifact.createMany({
    data: refs.map((ref) => ({ id: newId(), ...owner, ...ref, createdAtUs: nowUs })),
    skipDuplicates: true,
  });
}

/** Ids of the files that a command brought, by name. */
export async function listArtifactIds(db: Db, commandId: string): Promise<Map<string, string>> {
  const rows = await db.artifact.findMany({ where: { commandId }, select: { id: true, name: true } });
  return new Map(rows.map(({ id, name }) => [name, id]));
}

export interface ArtifactFile {
  sha256: string;
  name: string;
  mediaType: string;
  sizeBytes: number;
}

export async function findArtifact(db: Db, runId: string, artifactId: string): Promise<ArtifactFile | null> {
  const row = await db.artifact.findFirst({ where: { id: artifactId, runId, run: { deletedAtUs: null } } });
  return row && { sha256: row.sha256, name: row.name, mediaType: row.mediaType, sizeBytes: toNumber(row.sizeBytes) };
}

/** The runs of these files, by the files' ids; those of deleted runs are left out. */
export async function listRunsOfArtifacts(db: Db, artifactIds: string[]): Promise<Map<string, string>> {
  const rows = await db.artifact.findMany({
    where: { id: { in: artifactIds }, run: { deletedAtUs: null } },
    select: { id: true, runId: true },
  });
  return new Map(rows.map(({ id, runId }) => [id, runId]));
}

/** Those of these files that a row refers to. What a link showed is needed until it has been closed for a while. */
export async function listNeeded(db: Db, sha256s: string[], closedBeforeUs: number): Promise<Set<string>> {
  const notBefore = (field: 'revokedAtUs' | 'expiresAtUs') => [{ [field]: null }, { [field]: { gte: closedBeforeUs } }];
  const named = { in: sha256s };
  const artifacts = await db.artifact.findMany({
    where: { sha256: named },
    select: { sha256: true },
    distinct: ['sha256'],
  });
  const shares = await db.share.findMany({
    where: { documentSha256: named, AND: [{ OR: notBefore('revokedAtUs') }, { OR: notBefore('expiresAtUs') }] },
    select: { documentSha256: true },
  });
  const needed = new Set([
    ...artifacts.map((one) => one.sha256),
    ...shares.map((one) => one.documentSha256),
    ...(await listPacks(db, sha256s)),
  ]);
  const others = sha256s.filter((one) => !needed.has(one));
  return new Set([...needed, ...(await listSent(db, others))]);
}
