import type { StepSpec } from '@contract/load';
import type { RunSpec } from '@contract/spec';
import type { HostTuning } from '@contract/tuning';
import { stepAbilities } from './common-abilities';
import type { CpuScope } from './cpu-choice';
import { type DraftErrors, type Reading, reading } from './field-reading';
import { clientScope, serverScope, targetScope } from './host-scope';
import { type LoadPath, meantNic } from './meant-nic';
import { readTuning } from './read-tuning';
import { loopOfRow, type RunDraft, searchLoop } from './run-draft';
import { apartIds, bothFacts, factsAt, type HostOf, hasProfiles, toolAbilitiesOn } from './run-facts';
import { readSearch } from './search-draft';
import { plannedSteps, readStep, type StepAbilities } from './step-draft';
import { readRequests, readTarget } from './target-draft';

const SPEC_VERSION = 4;
const MOST_STEPS = 50;
const MOST_CLIENTS = 32;

/** The spec that a draft asks for. A field with an error stands in it with some value that can be sent. */
export function readDraft(draft: RunDraft, hostOf: HostOf): { spec: RunSpec; errors: DraftErrors } {
  const read = reading();
  const target = readTarget(read, draft.target);
  const { targetCpus, tuning, clientScopes } = readTuningOf(read, draft, hostOf);
  const spec: RunSpec = {
    specVersion: SPEC_VERSION,
    server: { hostId: draft.serverHostId, address: draft.address || null },
    clients: draft.clientHostIds.map((hostId) => ({ hostId })),
    target,
    requests: readRequests(read, draft.target, draft.requests),
    tuning: { targetCpus, ...tuning },
    samplesPerSecond: read.whole('samplesPerSecond', draft.samplesPerSecond, 1, 10),
    load: readLoad(read, draft, hostOf, clientScopes),
  };
  if (draft.serverHostId === '') read.errors.serverHostId = 'Choose a host.';
  if (draft.clientHostIds.length === 0) read.errors.clientHostIds = 'Choose one host at least.';
  if (draft.clientHostIds.length > MOST_CLIENTS) read.errors.clientHostIds = `At most ${MOST_CLIENTS} hosts.`;
  if (draft.name.trim().length > 120) read.errors.name = 'At most 120 characters.';
  return { spec, errors: read.errors };
}

/** CPU sets and settings mean something on each host that they are asked of; scopes are those of the clients. */
function readTuningOf(read: Reading, draft: RunDraft, hostOf: HostOf) {
  const { serverHostId, clientHostIds, tuning } = draft;
  const apart = apartIds(serverHostId, clientHostIds);
  const path: LoadPath = { sameHost: apart.length === 0, address: draft.address || null };
  const server = factsAt(hostOf, serverHostId);
  const nic = meantNic('server', tuning.server.nic, path, bothFacts(hostOf, serverHostId, apart[0] ?? serverHostId));
  // What listens already has the CPUs that whoever started it gave it.
  const typed = draft.target.kind === 'listening' ? '' : draft.targetCpus;
  const targetCpus = read.cpus('targetCpus', typed, server && targetScope(server, nic));
  const onServer = server && serverScope(server, nic, targetCpus);
  const scopeOf = (id: string): CpuScope | null => {
    const both = bothFacts(hostOf, serverHostId, id);
    return both.client && clientScope(both.client, meantNic('clients', tuning.clients.nic, path, both));
  };
  const ofClients = apart.map((id) => readTuning(read, 'tuning.clients', tuning.clients, scopeOf(id)));
  return {
    targetCpus,
    tuning: {
      server: readTuning(read, 'tuning.server', tuning.server, onServer),
      clients: (ofClients[0] ?? null) as HostTuning | null,
    },
    clientScopes: clientHostIds.map((id) => (id === serverHostId ? onServer : scopeOf(id))),
  };
}

function readLoad(read: Reading, draft: RunDraft, hostOf: HostOf, scopes: (CpuScope | null)[]): RunSpec['load'] {
  const abilities = toolAbilitiesOn(hostOf, draft.clientHostIds, draft.tool);
  const profiles = hasProfiles(draft.target, factsAt(hostOf, draft.serverHostId));
  const able = stepAbilities(abilities, profiles);
  const toolCpus = scopes.map((scope) => read.cpus('toolCpus', draft.toolCpus, scope));
  return {
    tool: draft.tool,
    toolWorkers: able.workers ? read.optional('toolWorkers', draft.toolWorkers, 1, 1024) : null,
    toolCpus: toolCpus[0] ?? read.cpus('toolCpus', draft.toolCpus, null),
    decompress: draft.decompress && abilities?.decompression !== false,
    warmupSeconds: read.whole('warmupSeconds', draft.warmupSeconds, 0, 600),
    pauseSeconds: read.whole('pauseSeconds', draft.pauseSeconds, 0, 600),
    ...(draft.search.on ? readSearchPlan(read, draft, able) : { steps: readSteps(read, draft, able), search: null }),
  };
}

function readSearchPlan(read: Reading, draft: RunDraft, able: StepAbilities) {
  const first = readStep(read, 'search.first', draft.search.first, searchLoop(draft), able);
  return { steps: [first], search: readSearch(read, draft.search, first) };
}

function readSteps(read: Reading, draft: RunDraft, able: StepAbilities): StepSpec[] {
  const rows = draft.steps.map((row, index) => readStep(read, `steps.${index}`, row, loopOfRow(draft, row), able));
  const planned = plannedSteps(draft.steps, able.profiles);
  if (planned.length > MOST_STEPS)
    read.errors.steps = `A run has at most ${MOST_STEPS} steps, repetitions with profiles counted.`;
  return planned.flatMap(({ row, profiles }) => {
    const step = rows[row];
    return step ? [{ ...step, profiles }] : [];
  });
}
