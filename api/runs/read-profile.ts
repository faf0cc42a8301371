import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { ProfileTree } from '../contract/profile.ts';
import type { Run } from '../contract/run.ts';
import type { RunStep, StepProfile } from '../contract/step.ts';
import { AppError } from '../platform/app-error.ts';
import { wholeBlob } from '../platform/blobs/checked-bytes.ts';
import type { Lab } from '../platform/lab.ts';
import { requestsDuring } from '../rules/profile/counted.ts';
import { type Pprof, readPprof } from '../rules/profile/pprof.ts';
import { profileTree } from '../rules/profile/profile-tree.ts';
import { Malformed } from '../rules/profile/protocol-buffer.ts';
import { openArtifact } from './blobs.ts';
import { getRun } from './get-run.ts';

/** A profile of minutes on a large host has a few MiB; agents wait for answers while it is read. */
export const UNPACKED_BYTES_MOST = 64 * 1024 ** 2;

const unpack = promisify(gunzip);

/** A profile of a step as a tree; not-found where the run has no such profile, or its bytes are gone. */
export async function readProfileTree(lab: Lab, runId: string, artifactId: string): Promise<ProfileTree> {
  const found = profileOf(await getRun(lab, runId), artifactId);
  if (!found) throw new AppError('not-found', 'There is no such profile in this run.');
  const { profile, step } = found;
  const { pprof } = await readProfileFile(lab, runId, artifactId);
  return understood(() => profileTree(pprof, profile.sampleType, requestsDuring(profile, step)));
}

export function profileOf({ steps }: Run, artifactId: string): { profile: StepProfile; step: RunStep } | undefined {
  return steps
    .flatMap((step) => step.profiles.map((profile) => ({ profile, step })))
    .find(({ profile }) => profile.artifactId === artifactId);
}

/** `bytesLeft` of what one request may read unpacked. */
export async function readProfileFile(
  lab: Lab,
  runId: string,
  artifactId: string,
  bytesLeft = UNPACKED_BYTES_MOST,
): Promise<{ pprof: Pprof; unpackedBytes: number }> {
  const file = await openArtifact(lab, runId, artifactId);
  if (file.sizeBytes > bytesLeft) {
    file.bytes.destroy();
    throw tooLarge();
  }
  const packed = await wholeBlob(file.sha256, file);
  const unpacked = await unpack(packed, { maxOutputLength: bytesLeft }).catch((error: unknown) => {
    throw error instanceof RangeError
      ? tooLarge()
      : new AppError('invalid-input', 'The file of this profile is not a compressed profile.');
  });
  return { pprof: understood(() => readPprof(unpacked)), unpackedBytes: unpacked.length };
}

const tooLarge = (): AppError =>
  new AppError(
    'too-large',
    `These profiles are larger than ${UNPACKED_BYTES_MOST / 1024 ** 2} MiB unpacked, too large for a picture. Download the files and open them with go tool pprof.`,
  );

/** What bytes that are no profile throw becomes a sentence. */
export function understood<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Malformed)
      throw new AppError('invalid-input', `The profile cannot be read: ${error.message}.`);
    throw error;
  }
}
