import type { RunState } from '../contract/run.ts';
import type { KeptSpec } from '../contract/spec.ts';
import { newId } from '../platform/store/ids.ts';
import { createRun } from '../runs/store/runs.ts';
import { FACTS, specFor } from './fake-agent.ts';
import type { TestLab } from './test-lab.ts';

export interface Seed {
  name?: string;
  state?: RunState;
  spec?: KeptSpec;
  tags?: string[];
  notes?: string;
  createdByName?: string | null;
  createdAtUs?: number;
  requestsPerSecond?: number | null;
  latencyMsP99?: number | null;
  serverCpuUsPerRequest?: number | null;
  pipelining?: number | null;
  inFlight?: number | null;
  /** Null: never started. */
  durationUs?: number | null;
}

/** A run that is in the database without having been driven: for what only reads the list. Returns its id. */
export async function seedRun(lab: TestLab, hostId: string, seed: Seed = {}): Promise<string> {
  const { client } = lab.lab.database;
  const id = newId();
  const nowUs = seed.createdAtUs ?? lab.lab.nowUs();
  await createRun(client, {
    id,
    name: seed.name ?? 'seeded',
    spec: seed.spec ?? specFor(hostId),
    idempotencyKey: null,
    basedOnRunId: null,
    createdByName: seed.createdByName ?? null,
    hosts: [{ hostId, name: 'lab-1', roles: ['server', 'client'], agentVersion: '1', facts: FACTS }],
    nowUs,
  });
  const { durationUs = null } = seed;
  await client.run.update({
    where: { id },
    data: {
      state: seed.state ?? 'finished',
      tags: seed.tags ?? [],
      notes: seed.notes ?? '',
      bestRequestsPerSecond: seed.requestsPerSecond ?? null,
      bestLatencyMsP99: seed.latencyMsP99 ?? null,
      bestServerCpuUsPerRequest: seed.serverCpuUsPerRequest ?? null,
      bestPipelining: seed.pipelining ?? null,
      bestInFlight: seed.inFlight ?? null,
      startedAtUs: durationUs === null ? null : nowUs,
      endedAtUs: durationUs === null ? null : nowUs + durationUs,
    },
  });
  return id;
}
