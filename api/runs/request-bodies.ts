import type { Readable } from 'node:stream';
import type { AgentRecord } from '../agents/store/agents.ts';
import { MAX_BODY_FILE_BYTES } from '../contract/limits.ts';
import type { KeptSpec } from '../contract/spec.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { findLease } from '../platform/store/leases.ts';
import type { SpecFault } from '../rules/spec/spec-fault.ts';
import { keepBytes } from './blobs.ts';
import { runNames } from './store/request-bodies.ts';

/** Keeps a file that requests may send: too-large beyond 8 MiB, invalid-input without a length, and what keepBytes throws. */
export async function keepBody(lab: Lab, sha256: string, bytes: Readable, sizeBytes: number | null): Promise<void> {
  if (sizeBytes === null) throw new AppError('invalid-input', 'An upload states its Content-Length.');
  if (sizeBytes > MAX_BODY_FILE_BYTES)
    throw new AppError('too-large', `A body may have at most ${MAX_BODY_FILE_BYTES} bytes.`);
  await keepBytes(lab, sha256, bytes, sizeBytes);
}

/** The bytes of a body, for an agent whose run sends it; not-found for any other. */
export async function openBody(lab: Lab, { hostId }: AgentRecord, sha256: string): Promise<Readable> {
  const { db } = lab.database;
  const lease = await findLease(db, hostId);
  const named = lease !== null && (await runNames(db, lease.runId, sha256));
  const found = named ? await lab.blobs.open(sha256) : null;
  if (!found) throw new AppError('not-found', 'No run of this host sends such a body, or its bytes are gone.');
  return found.bytes;
}

/** Faults of a spec's bodies: never uploaded, swept since, or of another size. `at` is the path of the spec. */
export async function bodyFaults(lab: Lab, { requests }: KeptSpec, at: string): Promise<SpecFault[]> {
  const faults: SpecFault[] = [];
  for (const [index, { body }] of requests.entries()) {
    if (body?.kind !== 'file') continue;
    const bytes = await lab.blobs.sizeOf(body.sha256);
    if (bytes === body.sizeBytes) continue;
    const other = `${body.fileName} has ${bytes} bytes and not ${body.sizeBytes}; correct its sizeBytes.`;
    const absent = `${body.fileName} is not here, or no longer; upload it again (PUT /api/v1/request-bodies/${body.sha256}).`;
    const message = bytes === null ? absent : other;
    faults.push({ path: `${at}.requests.${index}.body`, message });
  }
  return faults;
}
