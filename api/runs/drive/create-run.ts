import { isDeepStrictEqual } from 'node:util';
import type { Run } from '../../contract/run.ts';
import type { RunPlan } from '../../contract/run-plan.ts';
import type { CreateRun, KeptSpec, RunSpec } from '../../contract/spec.ts';
import { type HostRecord, holdHosts } from '../../hosts/store/hosts.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Lab } from '../../platform/lab.ts';
import { newId } from '../../platform/store/ids.ts';
import { planOfRun } from '../../rules/run/run-plan.ts';
import { hostIdsOf } from '../../rules/spec/hosts-of-spec.ts';
import { withEveryParameter } from '../../rules/spec/named-parameters.ts';
import { getRun } from '../get-run.ts';
import { bodyFaults } from '../request-bodies.ts';
import { findDeletion } from '../store/run-deletion.ts';
import { findRunByIdempotencyKey, createRun as insertRun, knownRuns, type NewRun } from '../store/runs.ts';
import { dispatchQueued } from './settle.ts';
import { asMade, usableHosts } from './usable-hosts.ts';

export interface Asked {
  /** Name shown as the run's author. */
  byName: string | null;
  idempotencyKey: string | null;
}

/** Queues a run, and starts it at once when its hosts are free. The same idempotency key gives the same run. */
export async function createRun(lab: Lab, input: CreateRun, asked: Asked): Promise<Run> {
  const { idempotencyKey } = asked;
  const known = idempotencyKey ? await findRunByIdempotencyKey(lab.database.db, idempotencyKey) : null;
  if (known) return sameRun(lab, known, input);
  const { spec } = input;
  await checked(lab, spec);
  const runId = newId();
  const twin = await insertOnce(lab, spec, {
    id: runId,
    name: input.name,
    idempotencyKey,
    basedOnRunId: await existingRun(lab, input.basedOnRunId ?? null),
    createdByName: asked.byName,
    revisionLabel: input.revisionLabel ?? null,
  });
  if (twin) return sameRun(lab, twin, input);
  await dispatchQueued(lab);
  return getRun(lab, runId);
}

/** What such a run would do. Nothing is kept. */
export async function planRun(lab: Lab, { spec }: CreateRun): Promise<RunPlan> {
  const names = new Map((await checked(lab, spec)).map(({ id, name }) => [id, name]));
  return planOfRun(
    spec,
    hostIdsOf(spec).flatMap((id) => names.get(id) ?? []),
  );
}

/** The hosts of a spec that can be run now. Throws what keeps it from that. */
async function checked(lab: Lab, spec: RunSpec): Promise<HostRecord[]> {
  const hosts = await usableHosts(lab, lab.database.db, spec);
  const absent = await bodyFaults(lab, spec, 'spec');
  if (absent.length > 0) throw new AppError('invalid-input', absent[0]?.message ?? '', absent);
  return hosts;
}

/** A run that was purged meanwhile leaves no trace. */
async function existingRun(lab: Lab, runId: string | null): Promise<string | null> {
  return runId !== null && (await knownRuns(lab.database.db, [runId])).has(runId) ? runId : null;
}

/** A key stands for one request: sent again with another body it is a mistake of the caller's. */
async function sameRun(lab: Lab, runId: string, { spec, revisionLabel }: CreateRun): Promise<Run> {
  if ((await findDeletion(lab.database.db, runId))?.deletedAtUs) {
    throw new AppError(
      'conflict',
      'This Idempotency-Key made a run that was deleted since; restore that run, or send a new key.',
    );
  }
  const run = await getRun(lab, runId);
  // Not the name, which may have been changed since.
  const server = run.hosts.find(({ hostId }) => hostId === spec.server?.hostId);
  const sameLabel = run.revisionLabel === (revisionLabel ?? undefined);
  if (sameLabel && isDeepStrictEqual(run.spec, withEveryParameter(spec, server?.facts ?? null))) return run;
  throw new AppError('conflict', 'This Idempotency-Key was used for another run; send a new key with a new request.');
}

/**
 * The id of the run that a request with the same key made in the meantime; null when this one was inserted. Its hosts are
 * looked at once more and held meanwhile: one that counts as drained gets no run.
 */
async function insertOnce(
  lab: Lab,
  spec: KeptSpec,
  run: Omit<NewRun, 'spec' | 'hosts' | 'nowUs'>,
): Promise<string | null> {
  try {
    await lab.database.transaction(async (tx) => {
      await holdHosts(tx, hostIdsOf(spec));
      const hosts = await usableHosts(lab, tx, spec);
      await insertRun(tx, { ...run, ...asMade(spec, hosts), nowUs: lab.nowUs() });
    });
    return null;
  } catch (error) {
    const twin = run.idempotencyKey ? await findRunByIdempotencyKey(lab.database.db, run.idempotencyKey) : null;
    if (twin) return twin;
    throw error;
  }
}
