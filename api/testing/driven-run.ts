import type { RunSeries } from '../contract/samples.ts';
import type { ShareDocument } from '../contract/share.ts';
import type { RunStep } from '../contract/step.ts';
import type { RunTuning } from '../contract/tuning.ts';
import type { MeasuredRun } from '../rules/run/measured-run.ts';
import { runDocument } from '../rules/share/share-document.ts';
import { knob } from './fake-tuning.ts';
import { HOST_ID, sampleRun } from './sample-run.ts';

type RunKnob = RunTuning['knobs'][number];

/** A knob that was applied and put back. */
export const appliedKnob = (...[setting, key, over]: Parameters<typeof knob>): RunKnob => {
  const change = knob(setting, key, over);
  return { ...change, restored: change.before, restoredMatches: true };
};

export const tuningOf = (knobs: RunKnob[], hostId = HOST_ID): RunTuning => ({
  hostId,
  nic: 'eth0',
  targetCpus: null,
  knobs,
  effects: [],
  warnings: [],
  restoreMatches: true,
  snapshots: [],
});

/** A run on one host whose target and steps were started by these commands. */
export function drivenRun(
  target: string[],
  command: string[],
  over: Partial<MeasuredRun> = {},
  step: Partial<RunStep> = {},
): MeasuredRun {
  const plain = sampleRun({ id: '01890000-0000-7000-8000-00000000abcd', over });
  return {
    ...plain,
    target: plain.target && { ...plain.target, command: target, ...over.target },
    steps: plain.steps.map((one) => ({ ...one, command, ...step }) as MeasuredRun['steps'][number]),
  };
}

export const documentOf = (run: MeasuredRun): ShareDocument =>
  runDocument({ title: run.name, frozenAtUs: 1, productVersion: '0.0.0-test' }, run, { hosts: [] } as RunSeries);
