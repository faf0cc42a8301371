import { randomInt } from 'node:crypto';
import type { CreateExperiment, Experiment, ExperimentDesign } from '../contract/experiment.ts';
import { type Configuration, configurationsOf } from '../domain/experiment/configurations.ts';
import { designExperiment } from '../domain/experiment/design-experiment.ts';
import { experimentFaults } from '../domain/experiment/experiment-check.ts';
import { runNoiseOf } from '../domain/experiment/run-noise.ts';
import type { SpecFault } from '../domain/spec-check.ts';
import { insertExperiment } from '../store/experiments.ts';
import { findHosts, type HostRecord } from '../store/hosts.ts';
import { newId } from '../store/ids.ts';
import { listRepeated } from '../store/run-noise.ts';
import { AppError } from './app-error.ts';
import { driveExperiment } from './drive-experiment.ts';
import { getExperiment } from './get-experiment.ts';
import { hostsOfSpec, noiseOnHosts } from './host-noise.ts';
import type { Lab } from './lab.ts';
import { hostIdsOf, unavailable } from './usable-hosts.ts';

const SEEDS = 2 ** 32;

/** Plans an experiment, with all that decides it, and runs it at once where asked. */
export async function createExperiment(lab: Lab, input: CreateExperiment, byName: string | null): Promise<Experiment> {
  const { configurations, hosts } = await checked(lab, input);
  const refusal = input.start ? unavailable(lab, hosts) : null;
  if (refusal) throw refusal;
  const id = newId();
  const nowUs = lab.nowUs();
  const { kind, question, hypothesis, rounds, extensionRounds, primary, marginPercent } = input;
  await insertExperiment(lab.database.db, {
    ...{ id, kind, question, hypothesis, rounds, extensionRounds, primary, marginPercent, configurations },
    seed: input.seed ?? randomInt(SEEDS),
    design: await designOf(lab, input, configurations, hosts),
    createdAtUs: nowUs,
    createdByName: byName,
    startedAtUs: input.start ? nowUs : null,
  });
  await driveExperiment(lab, id);
  return getExperiment(lab, id);
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
  const { metric } = input.primary;
  const on = hostsOfSpec(input.baseline.spec);
  const noise = await noiseOnHosts(db, on, metric, lab.nowUs());
  const runNoise = runNoiseOf(metric, noise, await listRepeated(db, on, metric));
  return designExperiment({
    input,
    configurations,
    hosts: new Map(hosts.map((host) => [host.id, host])),
    runNoise,
    noise,
  });
}
