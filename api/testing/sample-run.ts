import { z } from 'zod';
import { type LatencyMs, type MeasuredPoint, toolFigures } from '../contract/point.ts';
import type { RunSpec } from '../contract/spec.ts';
import type { MeasuredRun } from '../rules/run/measured-run.ts';
import { closedStep, FACTS, loadResult, specFor } from './fake-agent.ts';

export const HOST_ID = '01890000-0000-7000-8000-00000000aaaa';

export const step = closedStep;

export const latency = (over: Partial<LatencyMs> = {}): LatencyMs => ({ ...loadResult(0).latencyMs, ...over });

export function samplePoint(over: Partial<MeasuredPoint> = {}): MeasuredPoint & { rounded: false } {
  const figures = z.object({ ...toolFigures, connectionsEstablished: z.int().nullable() }).parse(loadResult(0));
  return {
    ...figures,
    inFlightMax: 10,
    connectionsAsked: 10,
    serverRequests: 50_000,
    serverCpuUsPerRequest: 20,
    clientCpuUsPerRequest: 30,
    serverCpus: 0.2,
    clientCpus: 0.3,
    otherCpus: 0.1,
    sampleGapSeconds: 0,
    commonWindowUs: null,
    latencyRangeMs: null,
    distribution: null,
    ...over,
    rounded: false,
  };
}

interface SampleRun {
  id: string;
  spec?: Partial<RunSpec>;
  load?: Partial<RunSpec['load']>;
  /** What each step measured; null: it did not. Left out: all measured the same. */
  points?: ((MeasuredPoint & { rounded: false }) | null)[];
  over?: Partial<MeasuredRun>;
}

/** A run that finished on one host, with every step measured unless said otherwise. */
export function sampleRun({ id, spec: specOver = {}, load = {}, points, over = {} }: SampleRun): MeasuredRun {
  const spec: RunSpec = { ...specFor(HOST_ID, { steps: [step(10), step(50)], ...load }), ...specOver };
  const measured = points ?? spec.load.steps.map(() => samplePoint());
  const failure = { code: 'tool-failed', sentence: 'It broke.' };
  const steps = spec.load.steps.map((asked, index): MeasuredRun['steps'][number] => ({
    index,
    status: measured[index] ? 'measured' : 'failed',
    spec: asked,
    failure: measured[index] ? null : failure,
    warmupCommand: [],
    command: [],
    point: measured[index] ?? null,
    clients: [],
    profiles: [],
    evidence: null,
    verdict: null,
  }));
  return {
    id,
    name: `run ${id}`,
    state: 'finished',
    failure: null,
    createdAtUs: 0,
    startedAtUs: 0,
    endedAtUs: 1,
    progress: { stepIndex: null, stepCount: steps.length, elapsedUs: 0, remainingUs: null },
    spec,
    hostNames: ['lab-1'],
    tags: [],
    notes: '',
    basedOnRunId: null,
    createdByName: null,
    stepsMeasured: steps.filter((s) => s.status === 'measured').length,
    stepsFailed: steps.filter((s) => s.status === 'failed').length,
    best: null,
    hosts: [
      {
        hostId: HOST_ID,
        name: 'lab-1',
        roles: ['server', 'client'],
        agentVersion: '0.1.0',
        facts: FACTS,
        described: null,
      },
    ],
    target: {
      url: 'http://127.0.0.1:9000',
      command: [],
      version: '0.1.0',
      workers: 4,
      goMaxProcsPerWorker: 1,
      cpus: null,
    },
    preflight: null,
    steps,
    transitions: [],
    artifacts: [],
    tuning: [],
    findings: [],
    verdict: null,
    imported: null,
    experimentId: null,
    search: null,
    ...over,
  };
}
