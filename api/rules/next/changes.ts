import { LOAD_LIMITS, MAX_CLIENTS, MAX_STEPS } from '../../contract/limits.ts';
import type { StepSpec } from '../../contract/load.ts';
import type { Run } from '../../contract/run.ts';
import type { RunSpec } from '../../contract/spec.ts';
import type { HostTuning } from '../../contract/tuning.ts';
import { traitsOf } from '../load/tool-traits.ts';
import { NO_TUNING } from '../tuning/setting-words.ts';
import { isMainlySoftirq } from '../verdict/cpu-busy.ts';
import { canProfile } from '../verdict/limits-of-cpus.ts';
import { measuredSteps } from '../verdict/measured-step.ts';
import { SECONDS_LEAST } from '../verdict/thresholds.ts';
import { toolsOf } from '../verdict/tool-workers.ts';

/** A run that is to be repeated with one thing changed. */
export interface Repeated {
  run: Run;
  spec: RunSpec;
  /** Of the step that the advice is about. */
  stepIndex: number;
  /** Another host that could drive load; null if none is known. */
  spareClientId: string | null;
}

interface Change {
  /** What its button says. */
  label: string;
  /** The configuration with the change made; null where it cannot be asked for, or is asked for already. */
  make: (repeated: Repeated) => RunSpec | null;
}

/** Advice as a change in the form of a new run. */
export const CHANGES = {
  again: { label: 'Run again …', make: ({ spec }) => spec },
  volley: {
    label: 'Use volley',
    make: ({ spec }) => (spec.load.tool === 'volley' ? null : withLoad(spec, { tool: 'volley' })),
  },
  'client-host': { label: 'Add a client host', make: withClient },
  'tool-workers': { label: 'Give the tool a worker for each CPU', make: withAllToolWorkers },
  'spread-packets': { label: 'Spread packets over all CPUs', make: withSpreadPackets },
  'target-workers': { label: 'Let the target use all its CPUs', make: withAllWorkers },
  profile: { label: 'Profile this step', make: withProfile },
  unprofiled: { label: 'Run it without profiles', make: withoutProfiles },
  'more-in-flight': { label: 'Add a step at twice the most connections', make: withMoreInFlight },
  'higher-rate': { label: 'Add a step at twice the highest rate', make: (repeated) => withRate(repeated, 2) },
  'lower-rate': { label: 'Add a step at half the rate', make: (repeated) => withRate(repeated, 0.5) },
  'open-loop': { label: 'Add an open-loop step, by volley', make: withOpenLoop },
  longer: { label: 'Run longer', make: withLongerSteps },
  'load-nic': { label: 'Tune the NIC with the load', make: withNicOfLoad },
} as const satisfies Record<string, Change>;
export type NextChange = keyof typeof CHANGES;

export const isNextChange = (name: string | null): name is NextChange => name !== null && Object.hasOwn(CHANGES, name);

const withLoad = (spec: RunSpec, over: Partial<RunSpec['load']>): RunSpec => ({
  ...spec,
  load: { ...spec.load, ...over },
});

/** A search plans its steps itself. */
const withStepsOf = (spec: RunSpec, steps: (steps: StepSpec[]) => StepSpec[] | null): RunSpec | null => {
  const changed = spec.load.search === null ? steps(spec.load.steps) : null;
  return changed && changed.length <= MAX_STEPS ? withLoad(spec, { steps: changed }) : null;
};

export function withClient({ spec, spareClientId }: Pick<Repeated, 'spec' | 'spareClientId'>): RunSpec | null {
  if (spareClientId === null || spec.clients.length >= MAX_CLIENTS) return null;
  return { ...spec, clients: [...spec.clients, { hostId: spareClientId }] };
}

/** As many as the smallest client has CPUs for it; null where that is not more on each of them, or fewer on each, and of a tool whose workers nobody can choose. */
function withAllToolWorkers({ run, spec, stepIndex }: Repeated): RunSpec | null {
  const step = measuredSteps(run).find(({ index }) => index === stepIndex);
  const tools = step && !traitsOf(spec.load.tool).choosesWorkers ? toolsOf(step, run) : [];
  const toolWorkers = Math.min(...tools.map(({ cpus }) => cpus));
  const [fewer, more] = [
    tools.every(({ workers }) => workers < toolWorkers),
    tools.every(({ workers }) => workers > toolWorkers),
  ];
  if (tools.length === 0 || fewer === more || toolWorkers > LOAD_LIMITS.toolWorkers[1]) return null;
  return withLoad(spec, { toolWorkers, steps: spec.load.steps.map((one) => ({ ...one, toolWorkers: null })) });
}

function withAllWorkers({ spec }: Repeated): RunSpec | null {
  const { target } = spec;
  return target.kind === 'reference' && target.workers !== null
    ? { ...spec, target: { ...target, workers: null } }
    : null;
}

/** Packet steering (RPS) on the sides whose busiest CPU is mainly the network's, and that did not steer yet. */
function withSpreadPackets({ run, spec, stepIndex }: Repeated): RunSpec | null {
  const step = run.steps.find(({ index }) => index === stepIndex);
  const of = (side: 'server' | 'client'): boolean => step !== undefined && isMainlySoftirq(step, side);
  const { server, clients } = spec.tuning;
  const apart = spec.clients.some(({ hostId }) => hostId !== spec.server?.hostId);
  const onServer = of('server') && !isSteered(server);
  const onClients = of('client') && !isSteered(clients) && apart;
  if (!onServer && !onClients) return null;
  const steered = (tuned: HostTuning | null): HostTuning => ({
    ...(tuned ?? NO_TUNING),
    packetSteering: { cpus: 'all' },
  });
  return {
    ...spec,
    tuning: {
      ...spec.tuning,
      server: onServer ? steered(server) : server,
      clients: onClients ? steered(clients) : clients,
    },
  };
}

const isSteered = (tuned: HostTuning | null): boolean => (tuned?.packetSteering?.cpus ?? 'none') !== 'none';

/** A profiled repetition of the step, after it. */
function withProfile({ run, spec, stepIndex }: Repeated): RunSpec | null {
  if (spec.target.kind !== 'reference' || !canProfile(run)) return null;
  return withStepsOf(spec, (steps) => {
    const step = steps[stepIndex];
    if (!step || steps.some(({ profiles }) => profiles.length > 0)) return null;
    return steps.toSpliced(stepIndex + 1, 0, { ...step, profiles: ['cpu'] });
  });
}

function withoutProfiles({ spec }: Repeated): RunSpec | null {
  return withStepsOf(spec, (steps) =>
    steps.some(({ profiles }) => profiles.length > 0) ? steps.map((step) => ({ ...step, profiles: [] })) : null,
  );
}

/** One step of twice the most connections. */
function withMoreInFlight({ spec, stepIndex }: Repeated): RunSpec | null {
  return withStepsOf(spec, (steps) => {
    if (steps[stepIndex]?.loop !== 'closed') return null;
    const most = steps.filter((step) => step.loop === 'closed').sort((a, b) => b.connections - a.connections)[0];
    const connections = (most?.connections ?? 0) * 2;
    return most && connections <= LOAD_LIMITS.connections[1]
      ? [...steps, { ...most, connections, profiles: [] }]
      : null;
  });
}

/** One more step: above the fastest, or below the one that was not met. */
function withRate({ spec, stepIndex }: Repeated, factor: 2 | 0.5): RunSpec | null {
  return withStepsOf(spec, (steps) => {
    const open = steps.filter((step) => step.loop === 'open');
    const own = steps[stepIndex];
    const from = factor > 1 ? open.sort((a, b) => b.requestsPerSecond - a.requestsPerSecond)[0] : own;
    if (own?.loop !== 'open' || from?.loop !== 'open') return null;
    const requestsPerSecond = Math.round(from.requestsPerSecond * factor);
    const [least, most] = LOAD_LIMITS.requestsPerSecond;
    if (requestsPerSecond < least || requestsPerSecond > most) return null;
    return [...steps, { ...from, requestsPerSecond, profiles: [] }];
  });
}

/** Of what the closed loop reached: far enough below the ceiling for a queue that stays short. */
const OPEN_LOOP_SHARE = 0.7;

/** By volley, which drives both loops in one run. */
function withOpenLoop({ run, spec, stepIndex }: Repeated): RunSpec | null {
  const reached = run.steps.find(({ index }) => index === stepIndex)?.point?.requestsPerSecond ?? null;
  const requestsPerSecond = reached === null ? 0 : roundedDown(reached * OPEN_LOOP_SHARE);
  const [least, most] = LOAD_LIMITS.requestsPerSecond;
  if (requestsPerSecond < least || requestsPerSecond > most) return null;
  const changed = withStepsOf(spec, (steps) => {
    const own = steps[stepIndex];
    if (own?.loop !== 'closed' || steps.some(({ loop }) => loop === 'open')) return null;
    const { durationSeconds, toolWorkers } = own;
    const open = { loop: 'open', requestsPerSecond, arrivals: 'constant', connections: null } as const;
    return [...steps, { ...open, durationSeconds, toolWorkers, profiles: [] }];
  });
  return changed && withLoad(changed, { tool: 'volley' });
}

/** To two digits: a rate that a person would have typed. */
function roundedDown(rate: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(rate, 1))) - 1);
  return Math.floor(rate / unit) * unit;
}

const LONGER = 3;

function withLongerSteps({ spec }: Repeated): RunSpec | null {
  const steps = spec.load.steps.map((step) => ({
    ...step,
    durationSeconds: Math.max(SECONDS_LEAST, step.durationSeconds * LONGER),
  }));
  return steps.some(({ durationSeconds }) => durationSeconds > LOAD_LIMITS.durationSeconds[1])
    ? null
    : withLoad(spec, { steps });
}

/** Null is the interface that carries the load. */
function withNicOfLoad({ spec }: Repeated): RunSpec | null {
  const { tuning } = spec;
  const sides = [tuning.server, tuning.clients];
  if (sides.every((side) => side === null || side.nic === null)) return null;
  return {
    ...spec,
    tuning: {
      ...tuning,
      server: tuning.server && { ...tuning.server, nic: null },
      clients: tuning.clients && { ...tuning.clients, nic: null },
    },
  };
}
