import type { HostTuning, RunKnob, RunTuning } from '@contract/tuning';
import { NO_TUNING } from '@rules/tuning/setting-words';

/** Settings that ask for what is given and leave the rest as it is. */
export const tuningWith = (change: Partial<HostTuning>): HostTuning => ({
  ...NO_TUNING,
  ...change,
});

/** A knob of packet steering that was applied and not put back yet. */
export const knobWith = (change: Partial<RunKnob>): RunKnob => ({
  setting: 'packetSteering',
  key: 'nic/eth0/rx-0/rps_cpus',
  path: '/sys/class/net/eth0/queues/rx-0/rps_cpus',
  before: '0',
  asked: 'f',
  why: 'packets of every receive queue are spread over CPUs 0-3',
  status: 'applied',
  readBack: 'f',
  reason: null,
  restored: null,
  restoredMatches: null,
  ...change,
});

export const runTuningWith = (change: Partial<RunTuning>): RunTuning => ({
  hostId: '01939a2c-7c00-7000-8000-000000000001',
  nic: 'eth0',
  targetCpus: null,
  knobs: [],
  effects: [],
  warnings: [],
  restoreMatches: null,
  snapshots: [],
  ...change,
});
