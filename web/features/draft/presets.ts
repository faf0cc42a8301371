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
  title: string;
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
      // The initial values of an open loop, when somebody switches to one.
      requestsPerSecond: String(count * 100),
      durationSeconds: String(seconds),
    }),
  );

const rates = (perSecond: number[], seconds: number): StepDraft[] =>
  perSecond.map((rate) => newStep({ loop: 'open', requestsPerSecond: String(rate), durationSeconds: String(seconds) }));

/** What a new page begins with. */
export const QUICK = {
  id: 'quick',
  title: 'Quick look',
  loop: 'closed',
  warmupSeconds: '1',
  pauseSeconds: '1',
  steps: ramp([10, 50], 5),
} satisfies Preset;

const SMALL: Preset = {
  id: 'small',
  title: 'Ramp',
  loop: 'closed',
  warmupSeconds: '2',
  pauseSeconds: '1',
  steps: ramp([10, 25, 50, 100], 10),
};

const STEADY: Preset = {
  id: 'steady',
  title: 'Ramp',
  loop: 'closed',
  warmupSeconds: '5',
  pauseSeconds: '3',
  steps: ramp([1000, 2000, 5000], 30),
};

const WIDE: Preset = {
  id: 'wide',
  title: 'Ramp',
  loop: 'closed',
  warmupSeconds: '3',
  pauseSeconds: '3',
  steps: ramp([100, 500, 1000, 2000, 5000, 10_000], 20),
};

/** From small machines to large ones. */
export const RAMPS = [SMALL, STEADY, WIDE];

export const CEILING = {
  id: 'ceiling',
  title: 'Ceiling',
  loop: 'closed',
  warmupSeconds: '2',
  pauseSeconds: '1',
  steps: null,
} satisfies Preset;

export const RATES = {
  id: 'rates',
  title: 'Open loop',
  loop: 'open',
  warmupSeconds: '2',
  pauseSeconds: '2',
  steps: rates([1000, 5000, 20_000], 20),
} satisfies Preset;

/** Those of its kind of loop, so that a choice among them keeps the loop. */
export const rampsOf = (loop: LoadDraft['loop']): Preset[] => (loop === 'open' ? [RATES] : RAMPS);

export const PRESETS: Preset[] = [QUICK, ...RAMPS, CEILING, RATES];

/** Fewer CPUs are at their limit long before thousands of connections. */
const MANY_CPUS = 8;

export const rampFor = (cpus: number): Preset => (cpus < MANY_CPUS ? SMALL : WIDE);

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

/** Another preset would replace something that stands in none of them: somebody typed it. */
export function isLoadTyped({ loop, warmupSeconds, pauseSeconds, steps, search }: LoadDraft): boolean {
  const held = (part: (preset: Preset) => unknown, own: unknown): boolean =>
    PRESETS.some((preset) => JSON.stringify(part(preset)) === JSON.stringify(own));
  return !(
    held((preset) => [preset.loop, preset.warmupSeconds, preset.pauseSeconds], [loop, warmupSeconds, pauseSeconds]) &&
    held(
      (preset) => preset.steps,
      steps.map((step) => newStep(step)),
    ) &&
    JSON.stringify({ ...search, on: false }) === JSON.stringify(emptySearch())
  );
}
