import type { Readable } from 'node:stream';
import { findArtifact } from '../store/artifacts.ts';
import { BlobMismatch, BlobTooLarge } from '../store/blobs.ts';
import { AppError } from './app-error.ts';
import { getRun } from './get-run.ts';
import type { Lab } from './lab.ts';

export async function keepBlob(lab: Lab, sha256: string, bytes: Readable): Promise<void> {
  try {
    await lab.blobs.put(sha256, bytes);
  } catch (error) {
    if (error instanceof BlobMismatch) throw new AppError('hash-mismatch', `Upload refused: ${error.message}.`);
    if (error instanceof BlobTooLarge) throw new AppError('too-large', `Upload refused: ${error.message}.`);
    throw error;
  }
}

/** The bytes of an artifact with what a download needs to know of it. */
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
