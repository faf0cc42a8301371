import type { LaunchSpec } from '@contract/launch';
import {
  LOAD_LIMITS,
  MAX_CLIENTS,
  MAX_RUN_NAME_CHARACTERS,
  MAX_STEPS,
  SAMPLES_PER_SECOND,
  SEED,
  SPEC_VERSION,
} from '@contract/limits';
import type { StepSpec } from '@contract/load';
import type { RunSpec, TuningSpec } from '@contract/spec';
import type { TargetSpec } from '@contract/target';
import { asksServices } from '@rules/spec/backend-check';
import { speaksTls } from '@rules/spec/external-target';
import { stepAbilities } from './common-abilities';
import { type DraftErrors, type Reading, reading } from './field-reading';
import { type LaunchNeeds, readLaunch } from './launch-draft';
import { readTransport } from './requests/transport-draft';
import { readVariableLines } from './requests/variable-lines';
import { loopOfRow, type RunDraft, searchLoop, serverIdOf } from './run-draft';
import { apartIds, factsAt, type HostOf, profileKindsOf, toolAbilitiesOn } from './run-facts';
import { readSearch } from './search-draft';
import { plannedSteps, readStep, type StepAbilities } from './step-draft';
import { isStarted, readRequests, readTarget } from './target-draft';
import { readTuning } from './tuning-draft';

/** The spec that a draft asks for. A field with an error stands in it with some value that can be sent. */
export function readDraft(draft: RunDraft, hostOf: HostOf): { spec: RunSpec; errors: DraftErrors } {
  const read = reading();
  const target = readTarget(read, draft.target, draft.requests);
  const spec: RunSpec = {
    specVersion: SPEC_VERSION,
    server: target.kind === 'external' ? null : { hostId: draft.serverHostId, address: draft.address || null },
    clients: draft.clientHostIds.map((hostId) => ({ hostId })),
    backend: readBackend(draft, target),
    target,
    requests: readRequests(read, draft.target, draft.requests),
    ...readVariables(read, draft),
    tuning: readTuningOf(read, draft),
    samplesPerSecond: read.whole('samplesPerSecond', draft.samplesPerSecond, ...SAMPLES_PER_SECOND),
    load: readLoad(read, draft, target, hostOf),
  };
  if (draft.serverHostId === '' && target.kind !== 'external') read.errors.serverHostId = 'Choose a host.';
  if (draft.clientHostIds.length === 0) read.errors.clientHostIds = 'Choose one host at least.';
  if (draft.clientHostIds.length > MAX_CLIENTS) read.errors.clientHostIds = `At most ${MAX_CLIENTS} hosts.`;
  if (draft.name.trim().length > MAX_RUN_NAME_CHARACTERS)
    read.errors.name = `At most ${MAX_RUN_NAME_CHARACTERS} characters.`;
  return { spec, errors: read.errors };
}

/** The hosts that a draft launches, with the fields that cannot be read; null: its hosts are there. */
export function readDraftLaunch(
  draft: RunDraft,
  isKnownType: LaunchNeeds['isKnownType'],
): { launch: LaunchSpec | null; errors: DraftErrors } {
  const read = reading();
  if (draft.hardware === 'enrolled') return { launch: null, errors: read.errors };
  const launch = readLaunch(read, draft.launch, { isKnownType, server: draft.target.kind !== 'external' });
  return { launch, errors: read.errors };
}

function readBackend({ backendHostId, backendAddress }: RunDraft, target: RunSpec['target']): RunSpec['backend'] {
  if (backendHostId === '' || !asksServices(target)) return null;
  return { hostId: backendHostId, address: backendAddress || null };
}

function readTuningOf(
  read: Reading,
  { serverHostId, clientHostIds, tuning, target, targetCpus }: RunDraft,
): TuningSpec {
  const apart = apartIds(serverIdOf({ serverHostId, target }), clientHostIds).length > 0;
  return {
    // What runs already has the CPUs that whoever started it gave it.
    targetCpus: isStarted(target) ? read.cpus('targetCpus', targetCpus) : null,
    server: target.kind === 'external' ? null : readTuning(read, 'tuning.server', tuning.server),
    clients: apart ? readTuning(read, 'tuning.clients', tuning.clients) : null,
  };
}

function readVariables(read: Reading, { variables, seed }: RunDraft): Pick<RunSpec, 'variables' | 'seed'> {
  const { variables: found, fault } = readVariableLines(variables);
  if (fault) read.errors.variables = fault;
  return { variables: found, seed: read.whole('seed', seed, ...SEED) };
}

function readLoad(read: Reading, draft: RunDraft, target: TargetSpec, hostOf: HostOf): RunSpec['load'] {
  const abilities = toolAbilitiesOn(hostOf, draft.clientHostIds, draft.tool);
  const profiles = profileKindsOf(draft.target, factsAt(hostOf, serverIdOf(draft)));
  const able = stepAbilities(abilities, profiles);
  return {
    tool: draft.tool,
    toolWorkers: able.workers ? read.optional('toolWorkers', draft.toolWorkers, ...LOAD_LIMITS.toolWorkers) : null,
    toolCpus: read.cpus('toolCpus', draft.toolCpus),
    decompress: draft.decompress && abilities?.decompression !== false,
    ...readTransport(read, draft.transport, speaksTls(target)),
    warmupSeconds: read.whole('warmupSeconds', draft.warmupSeconds, ...LOAD_LIMITS.warmupSeconds),
    pauseSeconds: read.whole('pauseSeconds', draft.pauseSeconds, ...LOAD_LIMITS.pauseSeconds),
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
  if (planned.length > MAX_STEPS)
    read.errors.steps = `A run has at most ${MAX_STEPS} steps, repetitions with profiles counted.`;
  return planned.flatMap(({ row, profiles }) => {
    const step = rows[row];
    return step ? [{ ...step, profiles }] : [];
  });
}
