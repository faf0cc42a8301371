import type { StepSpec } from '@contract/load';
import { emptySearch, type SearchDraft } from './search-draft';
import { newStep, type StepDraft } from './step-draft';

/** Of every step, or each has its own. */
export type LoopChoice = StepSpec['loop'] | 'each';

/** The part of a run's draft that a preset fills. */
export interface LoadDraft {
  warmupSeconds: string;
  pauseSeconds: string;
  loop: LoopChoice;
  steps: StepDraft[];
  search: SearchDraft;
}

export interface Preset {
  id: string;
  label: string;
  loop: Exclude<LoopChoice, 'each'>;
  warmupSeconds: string;
  pauseSeconds: string;
  /** Null: a ceiling search as it begins. */
  steps: StepDraft[] | null;
}

const ramp = (connections: number[], seconds: number): StepDraft[] =>
  connections.map((count) =>
    newStep({
      connections: String(count),
      // What an open loop begins with, once somebody switches to one.
      requestsPerSecond: String(count * 100),
      durationSeconds: String(seconds),
    }),
  );

const rates = (perSecond: number[], seconds: number): StepDraft[] =>
  perSecond.map((rate) => newStep({ loop: 'open', requestsPerSecond: String(rate), durationSeconds: String(seconds) }));

/** What a new page begins with. */
export const QUICK = {
  id: 'quick',
  label: 'Quick look: 10, 50 × 5 s',
  loop: 'closed',
  warmupSeconds: '1',
  pauseSeconds: '1',
  steps: ramp([10, 50], 5),
} satisfies Preset;

export const PRESETS: Preset[] = [
  QUICK,
  {
    id: 'small',
    label: 'Small machine: 10, 25, 50, 100 × 10 s',
    loop: 'closed',
    warmupSeconds: '2',
    pauseSeconds: '1',
    steps: ramp([10, 25, 50, 100], 10),
  },
  {
    id: 'steady',
    label: '1,000/2,000/5,000 × 30 s',
    loop: 'closed',
    warmupSeconds: '5',
    pauseSeconds: '3',
    steps: ramp([1000, 2000, 5000], 30),
  },
  {
    id: 'wide',
    label: '100 … 10,000 × 20 s, pause 3 s',
    loop: 'closed',
    warmupSeconds: '3',
    pauseSeconds: '3',
    steps: ramp([100, 500, 1000, 2000, 5000, 10_000], 20),
  },
  {
    id: 'rates',
    label: 'Open loop: 1,000, 5,000, 20,000 req/s × 20 s',
    loop: 'open',
    warmupSeconds: '2',
    pauseSeconds: '2',
    steps: rates([1000, 5000, 20_000], 20),
  },
  {
    id: 'ceiling',
    label: 'Ceiling search: 10 … 10,000 connections',
    loop: 'closed',
    warmupSeconds: '2',
    pauseSeconds: '1',
    steps: null,
  },
];

/** The load as the preset has it; the plan that it does not mean, steps or search, is kept as typed. */
export const withLoadPreset = ({ loop, warmupSeconds, pauseSeconds, steps }: Preset, load: LoadDraft): LoadDraft => ({
  loop,
  warmupSeconds,
  pauseSeconds,
  steps: steps ?? load.steps,
  search: steps === null ? { ...emptySearch(), on: true } : { ...load.search, on: false },
});

export function isLoadPreset(preset: Preset, { loop, warmupSeconds, pauseSeconds, steps, search }: LoadDraft): boolean {
  const load = { loop, warmupSeconds, pauseSeconds, steps: steps.map((step) => newStep(step)), search };
  return JSON.stringify(load) === JSON.stringify(withLoadPreset(preset, load));
}
