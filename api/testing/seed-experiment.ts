import { driveExperiment } from '../experiments/drive-experiment.ts';
import { addExperimentRun } from '../experiments/store/experiment-runs.ts';
import { insertExperiment } from '../experiments/store/experiments.ts';
import { newId } from '../platform/store/ids.ts';
import { slotsOf } from '../rules/experiment/slots.ts';
import { closedStep, type FakeAgent } from './fake-agent.ts';
import { type MeasuredSize, seedMeasuredRun, specOn } from './seed-measured-run.ts';
import type { TestLab } from './test-lab.ts';

interface Size extends MeasuredSize {
  rounds: number;
  configurations: number;
  steps: number;
}

const RUN_US = 60_000_000;
const SEED = 1;

/**
 * An experiment over two hosts with all of its runs, each with what a run of that size leaves in the database; it ends as
 * any other does. Nothing is driven: for what reads an experiment that is over. Returns its id.
 */
export async function seedExperiment(lab: TestLab, agents: [FakeAgent, FakeAgent], size: Size): Promise<string> {
  const { database, nowUs } = lab.lab;
  const id = newId();
  const steps = Array.from({ length: size.steps }, (_, index) => closedStep(10 * (index + 1)));
  const configurations = Array.from({ length: size.configurations }, (_, index) => ({
    name: index === 0 ? 'baseline' : `${index + 1} workers`,
    spec: specOn(agents, steps, index + 1),
    changes: index === 0 ? [] : [{ path: '/target/workers', value: index + 1 }],
  }));
  const slots = slotsOf({ ...size, extensionRounds: null, extended: null, seed: SEED, ranToItsEnd: false }, []);
  const startedAtUs = nowUs() - slots.length * RUN_US;
  await insertExperiment(database.db, {
    scheduled: false,
    ...{ id, kind: 'comparison', question: 'How many workers?', hypothesis: '', seed: SEED, rounds: size.rounds },
    ...{ extensionRounds: null, primary: { metric: 'requestsPerSecond', stepIndex: 0 }, marginPercent: 2 },
    ...{ conditions: [], gateKey: null, attempt: null },
    ...{ createdByName: null, idempotencyKey: null, createdAtUs: startedAtUs, startedAtUs, configurations },
    design: {
      ...{ cvPercent: 3.5, cvSource: 'assumed', intervalPercent: 1, smallestShownPercent: 2 },
      ...{ roundsForEquivalence: null, noiseFloorPercent: null, runs: slots.length, plannedUs: null },
      ...{ sentence: 'It shows 2 % and more.', warnings: [] },
    },
  });
  for (const [at, { round, position, configuration }] of slots.entries()) {
    const spec = configurations[configuration]?.spec;
    if (!spec) throw new Error(`there is no configuration ${configuration}`);
    const requestsPerSecond = 10_000 * (1 + configuration / 20 + (at % 7) / 300);
    await database.transaction(async (tx) => {
      const nowUs = startedAtUs + at * RUN_US;
      const runId = await seedMeasuredRun(tx, { agents, spec, size, nowUs, durationUs: RUN_US, requestsPerSecond });
      await addExperimentRun(tx, { experimentId: id, runId, round, position, configuration, attempt: 0 });
    });
  }
  await driveExperiment(lab.lab, id);
  return id;
}
