import type { ReferenceTarget } from '../../contract/target.ts';
import { type Random, randomOf } from '../../rules/statistics/seeded-random.ts';

/** A pair of machines that runs were made on. */
export interface Pair {
  server: number;
  client: number;
}

/** One run of the spread, before anything of it is a row. */
export interface PlannedRun {
  name: string;
  createdAtUs: number;
  pair: Pair;
  framework: ReferenceTarget['framework'];
  prefork: boolean;
  path: string;
  /** Connections of each step. */
  connections: number[];
  /** CPU time of one request, of the target and of the tool. */
  serverUs: number;
  clientUs: number;
  /** How far this run is from what it would be on a quiet day. */
  noise: number;
  ending: 'finished' | 'failed' | 'canceled';
  tags: string[];
  createdByName: string;
}

/** CPUs of the machines of the spread. */
export const HOST_CPUS = [16, 16, 8, 32, 4, 8] as const;
const PAIRS: Pair[] = [
  { server: 0, client: 1 },
  { server: 2, client: 3 },
  { server: 4, client: 5 },
  { server: 1, client: 0 },
];

const FRAMEWORKS = [
  { framework: 'fiber', serverUs: 8.4 },
  { framework: 'fasthttp', serverUs: 7.1 },
  { framework: 'nethttp', serverUs: 17.5 },
] as const;
const PATHS = [
  { path: '/simple', costs: 1 },
  { path: '/list', costs: 2.7 },
  { path: '/read', costs: 1.4 },
] as const;
const CLIENT_US = 6.2;

const YEAR_US = 365 * 24 * 3600 * 1e6;
const PEOPLE = ['Ada', 'Grace', 'Linus', 'nightly'];
const PURPOSES = ['nightly', 'nightly', 'nightly', 'nightly', 'before release', 'Go upgrade', 'bisect', 'try again'];
const RAMPS = [
  [16, 64, 256],
  [10, 50, 100, 500],
  [32, 128, 512, 1024],
];

/** The day from which a target and route got dearer, as a part of the year; what it got dearer by. */
const REGRESSIONS = [
  { framework: 'fiber', path: '/list', from: 0.62, by: 1.13 },
  { framework: 'nethttp', path: '/simple', from: 0.81, by: 1.09 },
  { framework: 'fasthttp', path: '/read', from: 0.35, by: 1.22 },
] as const;

/** Runs of a year, oldest first: the same number and seed give the same runs, but for when the year ends. */
export function planRuns(count: number, endsAtUs: number, seed = 1): PlannedRun[] {
  const random = randomOf(seed);
  return Array.from({ length: count }, (_, at) => {
    const part = (at + random()) / count;
    return planRun(random, part, Math.round(endsAtUs - YEAR_US * (1 - part)));
  });
}

function planRun(random: Random, part: number, createdAtUs: number): PlannedRun {
  const { framework, serverUs } = oneOf(FRAMEWORKS, random);
  const { path, costs } = oneOf(PATHS, random);
  const prefork = random() < 0.4;
  const purpose = oneOf(PURPOSES, random);
  const dearer = REGRESSIONS.find((one) => one.framework === framework && one.path === path && part >= one.from);
  const luck = random();
  return {
    name: `${framework} ${path}${prefork ? ' prefork' : ''}, ${purpose}`,
    createdAtUs,
    pair: oneOf(PAIRS, random),
    framework,
    prefork,
    path,
    connections: oneOf(RAMPS, random),
    serverUs: serverUs * costs * (prefork ? 0.93 : 1) * (dearer?.by ?? 1),
    clientUs: CLIENT_US * (0.8 + costs / 5),
    noise: 1 + (random() + random() + random() - 1.5) * 0.02,
    ending: luck < 0.02 ? 'failed' : luck < 0.03 ? 'canceled' : 'finished',
    tags: [purpose.replaceAll(' ', '-'), ...(random() < 0.1 ? ['release'] : [])],
    createdByName: purpose === 'nightly' ? 'nightly' : oneOf(PEOPLE, random),
  };
}

/** Nightly runs of one target and route on one pair of machines, quiet but for the one in the given place, which costs more. */
export function planNights(count: number, endsAtUs: number, dearer: { at: number; by: number }): PlannedRun[] {
  const random = randomOf(2);
  return Array.from({ length: count }, (_, at) => {
    const [run] = planRuns(1, endsAtUs) as [PlannedRun];
    return {
      ...run,
      ...{ name: `fiber /simple, night ${at + 1}`, framework: 'fiber', prefork: false, path: '/simple' },
      ...{ pair: { server: 2, client: 3 }, connections: [16, 64, 256], ending: 'finished', tags: ['nightly'] },
      createdAtUs: Math.round(endsAtUs - (count - at) * 24 * 3600 * 1e6),
      serverUs: 8.4 * (at === dearer.at ? dearer.by : 1),
      noise: 1 + (random() + random() + random() - 1.5) * 0.01,
    };
  });
}

const oneOf = <T>(all: readonly T[], random: Random): T => all[Math.floor(random() * all.length)] as T;

/** What a step comes to: requests per second, and how busy the CPUs of both sides were, of 1. */
export interface StepFigures {
  requestsPerSecond: number;
  serverBusy: number;
  clientBusy: number;
  latencyMsMean: number;
}

/** Time that a request is under way when nothing waits. */
const UNLOADED_MS = 0.11;
/** Of its CPUs, what a side can use at most. */
const FULL = 0.985;

/** A closed loop over the side that runs out of CPU first; in flight is what the connections carry (Little's law). */
export function figuresOf(run: PlannedRun, inFlight: number, cpus: { server: number; client: number }): StepFigures {
  const most = Math.min((cpus.server * FULL * 1e6) / run.serverUs, (cpus.client * FULL * 1e6) / run.clientUs);
  const unhindered = (inFlight / UNLOADED_MS) * 1000;
  // Near the ceiling load is lost to waiting long before it is reached.
  const requestsPerSecond = (run.noise * (most * unhindered)) / (most ** 4 + unhindered ** 4) ** 0.25;
  return {
    requestsPerSecond,
    serverBusy: Math.min(0.995, (requestsPerSecond * run.serverUs) / (cpus.server * 1e6)),
    clientBusy: Math.min(0.995, (requestsPerSecond * run.clientUs) / (cpus.client * 1e6)),
    latencyMsMean: (inFlight / requestsPerSecond) * 1000,
  };
}
