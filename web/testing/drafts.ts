import type { StepSpec } from '@contract/load';
import type { RunSpec } from '@contract/spec';
import { readDraft } from '@/features/draft/read-draft';
import { newRequest } from '@/features/draft/requests/request-draft';
import { emptyDraft, type RunDraft } from '@/features/draft/run-draft';
import { emptyTarget } from '@/features/draft/target-draft';
import { factsWith, hostsWith, NOBODY } from '@/testing/hosts';

export const draft = emptyDraft('s');
export const EIGHT = hostsWith({ s: factsWith(), other: factsWith({ onlineCpus: '0-3', cpus: 4 }) });

export const base: RunSpec = readDraft(draft, NOBODY).spec;
export const spec = (change: (copy: RunSpec) => void): RunSpec => {
  const copy = structuredClone(base);
  change(copy);
  return copy;
};
export const closed = (change: object = {}): StepSpec => ({
  loop: 'closed',
  connections: 10,
  pipelining: 1,
  durationSeconds: 5,
  toolWorkers: null,
  profiles: [],
  ...change,
});
export const open = (change: object = {}): StepSpec => ({
  loop: 'open',
  requestsPerSecond: 1000,
  arrivals: 'constant',
  connections: null,
  durationSeconds: 5,
  toolWorkers: null,
  profiles: [],
  ...change,
});
export const steps = (...list: StepSpec[]): RunSpec => spec((s) => Object.assign(s.load, { steps: list }));

export const target = (change: object): Partial<RunDraft> => ({ target: { ...emptyTarget(), ...change } });
export const own = (...paths: string[]): Partial<RunDraft> => ({
  ...target({ kind: 'listening', listeningPort: '80' }),
  requests: { reference: draft.requests.reference, own: paths.map(newRequest) },
});
export const typedRequest = (change: object): Partial<RunDraft> => ({
  ...own('/'),
  requests: { ...draft.requests, own: [{ ...newRequest('/'), ...change }] },
});
export const search = (change: object): Partial<RunDraft> => ({ search: { ...draft.search, on: true, ...change } });
