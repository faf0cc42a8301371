import type { StepSpec } from '@contract/load';
import type { RunSpec, TuningSpec } from '@contract/spec';
import { stepAbilities } from './common-abilities';
import { type DraftErrors, type Reading, reading } from './field-reading';
import { readTuning } from './read-tuning';
import { loopOfRow, type RunDraft, searchLoop } from './run-draft';
import { apartIds, factsAt, type HostOf, hasProfiles, toolAbilitiesOn } from './run-facts';
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
  const spec: RunSpec = {
    specVersion: SPEC_VERSION,
    server: { hostId: draft.serverHostId, address: draft.address || null },
    clients: draft.clientHostIds.map((hostId) => ({ hostId })),
    target,
    requests: readRequests(read, draft.target, draft.requests),
    tuning: readTuningOf(read, draft),
    samplesPerSecond: read.whole('samplesPerSecond', draft.samplesPerSecond, 1, 10),
    load: readLoad(read, draft, hostOf),
  };
  if (draft.serverHostId === '') read.errors.serverHostId = 'Choose a host.';
  if (draft.clientHostIds.length === 0) read.errors.clientHostIds = 'Choose one host at least.';
  if (draft.clientHostIds.length > MOST_CLIENTS) read.errors.clientHostIds = `At most ${MOST_CLIENTS} hosts.`;
  if (draft.name.trim().length > 120) read.errors.name = 'At most 120 characters.';
  return { spec, errors: read.errors };
}

function readTuningOf(
  read: Reading,
  { serverHostId, clientHostIds, tuning, target, targetCpus }: RunDraft,
): TuningSpec {
  return {
    // What listens already has the CPUs that whoever started it gave it.
    targetCpus: target.kind === 'listening' ? null : read.cpus('targetCpus', targetCpus),
    server: readTuning(read, 'tuning.server', tuning.server),
    clients:
      apartIds(serverHostId, clientHostIds).length === 0 ? null : readTuning(read, 'tuning.clients', tuning.clients),
  };
}

function readLoad(read: Reading, draft: RunDraft, hostOf: HostOf): RunSpec['load'] {
  const abilities = toolAbilitiesOn(hostOf, draft.clientHostIds, draft.tool);
  const profiles = hasProfiles(draft.target, factsAt(hostOf, draft.serverHostId));
  const able = stepAbilities(abilities, profiles);
  return {
    tool: draft.tool,
    toolWorkers: able.workers ? read.optional('toolWorkers', draft.toolWorkers, 1, 1024) : null,
    toolCpus: read.cpus('toolCpus', draft.toolCpus),
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
