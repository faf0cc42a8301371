import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ComparedMetric } from '../contract/comparison.ts';
import type { CreateExperiment, ExperimentDesign, ShownExperiment } from '../contract/experiment.ts';
import type { RunSpec } from '../contract/spec.ts';
import { findHosts, type HostRecord } from '../hosts/store/hosts.ts';
import { launchesOf } from '../launches/store/launch-use.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { type Db, toNumber } from '../platform/store/db.ts';
import { newId } from '../platform/store/ids.ts';
import type { Configuration } from '../rules/experiment/configuration.ts';
import { configurationsOf } from '../rules/experiment/configurations.ts';
import { declaredRounds } from '../rules/experiment/declared-rounds.ts';
import { designExperiment } from '../rules/experiment/design-experiment.ts';
import { experimentFaults } from '../rules/experiment/experiment-check.ts';
import { wholeExperimentUs } from '../rules/experiment/planned-time.ts';
import { type KnownNoise, runNoiseOf } from '../rules/experiment/run-noise.ts';
import { stableHash } from '../rules/export/stable-hash.ts';
import { stableJson } from '../rules/export/stable-json.ts';
import { readConditions } from '../rules/gate/condition.ts';
import { endsBefore } from '../rules/launch/planned-use.ts';
import { hostIdsOf } from '../rules/spec/hosts-of-spec.ts';
import type { SpecFault } from '../rules/spec/spec-fault.ts';
import type { Asked } from '../runs/drive/create-run.ts';
import { holdUsableHosts } from '../runs/drive/usable-hosts.ts';
import { bodyFaults } from '../runs/request-bodies.ts';
import { listRepeated } from '../runs/store/run-noise.ts';
import { driveExperiment } from './drive-experiment.ts';
import { type KnownExperiment, readExperiment } from './experiment-state.ts';
import { getExperiment } from './get-experiment.ts';
import { hostsOfSpec, noiseOnHosts } from './host-noise.ts';
import { startExperiment } from './start-experiment.ts';
import {
  conditionsOf,
  findExperimentByIdempotencyKey,
  insertExperiment,
  lastAttempt,
  type NewExperiment,
} from './store/experiments.ts';

const SEEDS = 2 ** 32;

export interface AskedExperiment extends Asked {
  /** A schedule asks: what people ask for goes first. */
  scheduled?: boolean;
  /** What is stored with it, in one transaction. */
  alongside?: (tx: Db, experimentId: string) => Promise<void>;
}

/** The key of an experiment that the instance asks for itself: no header can have a line break, so nobody else has it. */
export const ownKey = (name: string): string => `\n${name}`;

/**
 * Plans an experiment, with all that decides it, and runs it at once where asked. The same idempotency key gives the same
 * experiment.
 */
export async function createExperiment(
  lab: Lab,
  input: CreateExperiment,
  asked: AskedExperiment,
): Promise<ShownExperiment> {
  const { byName, idempotencyKey, alongside, scheduled = false } = asked;
  const earlier = await findTwin(lab, idempotencyKey);
  if (earlier) return sameExperiment(lab, earlier, input);
  const { configurations, hosts } = await checked(lab, input);
  const id = newId();
  const nowUs = lab.nowUs();
  const { kind, question, hypothesis, rounds, extensionRounds, primary, marginPercent } = input;
  const planned: NewExperiment = {
    ...{ id, kind, question, hypothesis, rounds, extensionRounds, primary, marginPercent, configurations },
    conditions: input.conditions ?? [],
    gateKey: gateKeyOf(input, configurations),
    attempt: null,
    seed: input.seed ?? randomInt(SEEDS),
    design: await designOf(lab, input, configurations, hosts),
    ...{ idempotencyKey, scheduled },
    createdAtUs: nowUs,
    createdByName: byName,
    startedAtUs: input.start ? nowUs : null,
  };
  const twin = await insertOnce(lab, planned, alongside);
  if (twin) return sameExperiment(lab, twin, input);
  await driveExperiment(lab, id);
  return getExperiment(lab, id);
}

/** The same for whoever asks the same of the same configurations, however it is written; null without conditions. */
function gateKeyOf({ conditions = [], primary }: CreateExperiment, configurations: Configuration[]): string | null {
  if (conditions.length === 0) return null;
  const read = readConditions(conditions, primary.stepIndex).map(({ text: _, ...asked }) => stableJson(asked));
  const asked = { conditions: read.toSorted(), specs: configurations.map(({ spec }) => spec) };
  return stableHash(asked);
}

const findTwin = async ({ database }: Lab, key: string | null): Promise<string | null> =>
  key === null ? null : findExperimentByIdempotencyKey(database.db, key);

/** A key stands for one request: sent again with another body it is a mistake of the caller's. */
async function sameExperiment(lab: Lab, id: string, input: CreateExperiment): Promise<ShownExperiment> {
  const known = await readExperiment(lab.database.db, id);
  // Planned by the first request, and to be run by this one.
  if (known && isOfRequest(known, input)) return input.start ? startIfPlanned(lab, known) : getExperiment(lab, id);
  throw new AppError(
    'conflict',
    'This Idempotency-Key was used for another experiment; send a new key with a new request.',
  );
}

const startIfPlanned = (lab: Lab, { row: { id }, state }: KnownExperiment): Promise<ShownExperiment> =>
  state.status === 'planned' ? startExperiment(lab, id) : getExperiment(lab, id);

/** Not whether it was to start at once: it may have been started since. */
function isOfRequest({ row, primary, configurations }: KnownExperiment, input: CreateExperiment): boolean {
  const { kind, question, hypothesis, rounds, extensionRounds, marginPercent } = row;
  const conditions = conditionsOf(row);
  const stored = {
    kind,
    question,
    hypothesis,
    rounds,
    extensionRounds,
    marginPercent,
    primary,
    conditions,
    configurations,
  };
  const made = configurationsOf(input);
  if ('faults' in made || (input.seed !== null && input.seed !== toNumber(row.seed))) return false;
  const { baseline: _, variants: __, seed: ___, start: ____, ...declared } = input;
  return isDeepStrictEqual(stored, { conditions: [], ...declared, configurations: made.configurations });
}

/** Two requests at once get two numbers: the later one waits for the earlier. */
async function attemptOf(tx: Db, gateKey: string | null): Promise<number | null> {
  return gateKey === null ? null : 1 + (await lastAttempt(tx, gateKey));
}

/**
 * The id of the experiment that a request with the same key made in the meantime; null when this one was inserted. Hosts of one
 * that starts at once are held meanwhile: one that was just closed or removed gets no experiment.
 */
async function insertOnce(
  lab: Lab,
  experiment: NewExperiment,
  alongside: AskedExperiment['alongside'],
): Promise<string | null> {
  try {
    await lab.database.transaction(async (tx) => {
      if (experiment.startedAtUs !== null) {
        await holdUsableHosts(
          lab,
          tx,
          experiment.configurations.map(({ spec }) => spec),
        );
      }
      await insertExperiment(tx, { ...experiment, attempt: await attemptOf(tx, experiment.gateKey) });
      await alongside?.(tx, experiment.id);
    });
    return null;
  } catch (error) {
    const twin = await findTwin(lab, experiment.idempotencyKey);
    if (twin) return twin;
    throw error;
  }
}

/** What such an experiment could show. Nothing is kept. */
export async function designOfExperiment(lab: Lab, input: CreateExperiment): Promise<ExperimentDesign> {
  const { configurations, hosts } = await checked(lab, input);
  return designOf(lab, input, configurations, hosts);
}

async function checked(
  lab: Lab,
  input: CreateExperiment,
): Promise<{ configurations: Configuration[]; hosts: HostRecord[] }> {
  const made = configurationsOf(input);
  if ('faults' in made) throw refused(made.faults);
  const { configurations } = made;
  const hosts = await findHosts(lab.database.db, [...new Set(configurations.flatMap(({ spec }) => hostIdsOf(spec)))]);
  const faults = experimentFaults(input, configurations, new Map(hosts.map((host) => [host.id, host])));
  if (faults.length > 0) throw refused(faults);
  for (const { spec } of configurations) {
    const absent = await bodyFaults(lab, spec, 'baseline.spec');
    if (absent.length > 0) throw refused(absent);
  }
  return { configurations, hosts };
}

const refused = (faults: SpecFault[]): AppError => new AppError('invalid-input', faults[0]?.message ?? '', faults);

async function designOf(
  lab: Lab,
  input: CreateExperiment,
  configurations: Configuration[],
  hosts: HostRecord[],
): Promise<ExperimentDesign> {
  const { db } = lab.database;
  const specs = configurations.map(({ spec }) => spec);
  const noiseOf = await knownNoise(lab, input, specs);
  const design = designExperiment({
    ...{ input, configurations, noiseOf },
    hosts: new Map(hosts.map((host) => [host.id, host])),
  });
  const launches = await launchesOf(
    db,
    hosts.map(({ id }) => id),
  );
  const longestUs = wholeExperimentUs(declaredRounds(input), specs);
  return { ...design, warnings: [...endsBefore(longestUs, launches, lab.nowUs()), ...design.warnings] };
}

/** Of every metric that the experiment is decided by. */
async function knownNoise(
  { database: { db }, nowUs }: Lab,
  { baseline, primary, conditions = [] }: CreateExperiment,
  specs: RunSpec[],
): Promise<(metric: ComparedMetric) => KnownNoise> {
  const on = hostsOfSpec(baseline.spec);
  const metrics = [primary, ...readConditions(conditions, primary.stepIndex)].map(({ metric }) => metric);
  const known = new Map<ComparedMetric, KnownNoise>();
  for (const metric of new Set(metrics)) {
    const noise = await noiseOnHosts(db, on, metric, nowUs(), specs);
    known.set(metric, { noise, runNoise: runNoiseOf(metric, noise, await listRepeated(db, on, metric)) });
  }
  return (metric) => known.get(metric) ?? { noise: null, runNoise: runNoiseOf(metric, null, []) };
}
