import type { Readable } from 'node:stream';
import { noteUpload } from '../agents/store/agent-uploads.ts';
import type { AgentRecord } from '../agents/store/agents.ts';
import { AppError } from '../platform/app-error.ts';
import {
  BlobDamaged,
  BlobMismatch,
  BlobTooLarge,
  MAX_BLOB_BYTES,
  NoRoom,
  StoreAway,
} from '../platform/blobs/blob-store.ts';
import type { Lab } from '../platform/lab.ts';
import { getRun } from './get-run.ts';
import { type ArtifactFile, findArtifact } from './store/artifacts.ts';

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
 * Stores bytes under their SHA-256. Throws hash-mismatch for other bytes, too-large for more than said, no-room for a full
 * disk, and not-stored where S3 refuses them.
 */
export async function keepBytes(lab: Lab, sha256: string, bytes: Readable, sizeBytes: number): Promise<void> {
  try {
    await lab.blobs.put(sha256, bytes, sizeBytes);
  } catch (error) {
    if (error instanceof BlobMismatch) throw new AppError('hash-mismatch', `Upload refused: ${error.message}.`);
    if (error instanceof BlobTooLarge) throw new AppError('too-large', `Upload refused: ${error.message}.`);
    if (error instanceof NoRoom) throw new AppError('no-room', error.message);
    if (error instanceof StoreAway) throw new AppError('not-stored', `${error.message} Try again in a moment.`);
    throw error;
  }
}

/** How a browser gets an artifact: from the bucket that it lies in, or from here. Throws as openArtifact does. */
export async function downloadArtifact(
  lab: Lab,
  runId: string,
  artifactId: string,
): Promise<{ fileName: string } & ({ url: string } | { file: ArtifactFile & { bytes: Readable } })> {
  const { sha256, name, mediaType, sizeBytes } = await knownArtifact(lab, runId, artifactId);
  const fileName = name.replace(/[^\w.-]/g, '_');
  const url = await lab.blobs.downloadUrl(sha256, { fileName, mediaType });
  // S3 would tell what is missing in a document of its own.
  if (url !== null && (await lab.blobs.sizeOf(sha256)) === sizeBytes) return { fileName, url };
  return { fileName, file: await openArtifact(lab, runId, artifactId) };
}

/** The bytes of an artifact with what a download needs; not-found for an unknown one, and for one without its bytes. */
export async function openArtifact(
  lab: Lab,
  runId: string,
  artifactId: string,
): Promise<ArtifactFile & { bytes: Readable }> {
  const artifact = await knownArtifact(lab, runId, artifactId);
  const found = await lab.blobs.open(artifact.sha256);
  if (!found) throw lostBytes(artifact.name);
  if (found.sizeBytes !== artifact.sizeBytes) {
    found.bytes.destroy();
    throw new BlobDamaged(`The stored file ${artifact.name} is damaged: it has another size than it had.`);
  }
  return { ...artifact, bytes: found.bytes };
}

async function knownArtifact(lab: Lab, runId: string, artifactId: string): Promise<ArtifactFile> {
  const artifact = await findArtifact(lab.database.db, runId, artifactId);
  if (artifact) return artifact;
  await getRun(lab, runId);
  throw new AppError('not-found', 'There is no such file in this run.');
}

const lostBytes = (name: string): AppError =>
  new AppError('not-found', `The bytes of ${name} are gone from where this instance keeps its files.`);
