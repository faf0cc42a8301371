import type { Readable } from 'node:stream';
import { noteUpload } from '../agents/store/agent-uploads.ts';
import type { AgentRecord } from '../agents/store/agents.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { BlobMismatch, BlobTooLarge, FREE_BYTES_LEAST, MAX_BLOB_BYTES, NoRoom } from '../platform/store/blobs.ts';
import { getRun } from './get-run.ts';
import { findArtifact } from './store/artifacts.ts';

const DAY_US = 86_400_000_000;
const GIBIBYTE = 1024 ** 3;
/** Many times what a day of runs leaves; one agent is not to fill the disk of all. */
const UPLOADED_BYTES_MOST = 4 * GIBIBYTE;

/**
 * Keeps what an agent uploads: too-large beyond MAX_BLOB_BYTES, or 4 GiB of one agent in a day; invalid-input without a
 * length; and what keepBytes throws.
 */
export async function keepUpload(
  lab: Lab,
  agent: AgentRecord,
  sha256: string,
  bytes: Readable,
  sizeBytes: number | null,
): Promise<void> {
  if (sizeBytes === null) throw new AppError('invalid-input', 'An upload states its Content-Length.');
  if (sizeBytes > MAX_BLOB_BYTES) throw new AppError('too-large', `A file may have at most ${MAX_BLOB_BYTES} bytes.`);
  const nowUs = lab.nowUs();
  const upload = { agentId: agent.id, sha256, sizeBytes, atUs: nowUs };
  const uploaded = await lab.database.transaction((tx) => noteUpload(tx, upload, nowUs - DAY_US));
  if (uploaded > UPLOADED_BYTES_MOST) {
    throw new AppError(
      'too-large',
      `${agent.hostName} has uploaded more than ${UPLOADED_BYTES_MOST / GIBIBYTE} GiB within a day; this file is not kept.`,
    );
  }
  await keepBytes(lab, sha256, bytes, sizeBytes);
}

/**
 * Stores bytes under their SHA-256. Throws hash-mismatch for other bytes, too-large for more than said, and no-room for
 * a full disk.
 */
export async function keepBytes(lab: Lab, sha256: string, bytes: Readable, sizeBytes: number): Promise<void> {
  try {
    await lab.blobs.put(sha256, bytes, sizeBytes);
  } catch (error) {
    if (error instanceof BlobMismatch) throw new AppError('hash-mismatch', `Upload refused: ${error.message}.`);
    if (error instanceof BlobTooLarge) throw new AppError('too-large', `Upload refused: ${error.message}.`);
    if (error instanceof NoRoom) throw new AppError('no-room', NO_ROOM);
    throw error;
  }
}

const NO_ROOM = `The disk of the data folder is full: less than ${FREE_BYTES_LEAST / 1024 ** 2} MiB would be free. Free some space there.`;

/** Why nothing more can be kept; null while there is room. */
export async function roomFault(lab: Lab): Promise<string | null> {
  return (await lab.blobs.freeBytes()) < FREE_BYTES_LEAST ? NO_ROOM : null;
}

/** The bytes of an artifact with what a download needs; not-found for an unknown one, and for one without its bytes. */
export async function openArtifact(
  lab: Lab,
  runId: string,
  artifactId: string,
): Promise<{ name: string; mediaType: string; sizeBytes: number; bytes: Readable }> {
  const artifact = await findArtifact(lab.database.db, runId, artifactId);
  if (!artifact) {
    await getRun(lab, runId);
    throw new AppError('not-found', 'There is no such file in this run.');
  }
  if (!(await lab.blobs.has(artifact.sha256))) {
    throw new AppError('not-found', `The bytes of ${artifact.name} are gone from the data folder.`);
  }
  return { ...artifact, bytes: lab.blobs.read(artifact.sha256) };
}
