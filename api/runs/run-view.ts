import type { LoadResult } from '../contract/agent-reports.ts';
import type { HostRole } from '../contract/choices.ts';
import type { HostFacts } from '../contract/host.ts';
import type { CeilingSearch, LatencyHistogram, LoadShare } from '../contract/load.ts';
import type { RunPreflight } from '../contract/preflight.ts';
import { type Run, type RunHost, type RunState, type RunSummary, type RunTarget, runSummary } from '../contract/run.ts';
import type { Artifact, StepClient, StepProfile } from '../contract/step.ts';
import type { AppliedTuning, RestoreResult } from '../contract/tuning.ts';
import { findImportedDocument } from '../imports/store/imported-runs.ts';
import { type Db, orNull, toNumber } from '../platform/store/db.ts';
import { stepEvidence } from '../rules/evidence/of-step.ts';
import { findingsOf } from '../rules/findings/findings.ts';
import { bestOf } from '../rules/load/best-step.ts';
import { distributionOf } from '../rules/load/histogram.ts';
import { figuresOf } from '../rules/load/merge-clients.ts';
import type { MeasuredStep } from '../rules/run/measured-run.ts';
import { type Plan, type ProgressFacts, progressOf } from '../rules/run/progress.ts';
import { isTerminal, isWindingDown } from '../rules/run/run-machine.ts';
import { resolvedTargetCpus, runTuning } from '../rules/tuning/run-tuning.ts';
import type { TunedHost } from '../rules/tuning/tuned-host.ts';
import { withVerdict } from '../rules/verdict/with-verdict.ts';
import { besideOf, type OtherCpus, planOf, searchFound } from './drive/search-rungs.ts';
import { countsOf, toHostEvidence } from './drive/step-counts.ts';
import { summaryOfImported, toImportedRun } from './imported-view.ts';
import { annotationsOf } from './store/annotations.ts';
import { toPoint, toPointOfLine } from './store/points.ts';
import { failureOf } from './store/run-row.ts';
import type { SummaryRow } from './store/run-summaries.ts';
import { inOrder, listForVerdicts, listMoved } from './store/run-tuning.ts';
import { findTunedRun, specOf, statusOf, stepSpecOf, type TunedRunRow } from './store/runs.ts';
import { toVerdictSummary } from './store/verdicts.ts';

/** A run as its page shows it; null when there is none. */
export async function viewRun(db: Db, runId: string, nowUs: number): Promise<Run | null> {
  const row = await findTunedRun(db, runId);
  if (!row) return null;
  if (row.imported) return toImportedRun({ ...row, imported: row.imported });
  return toRun(row, await tunedHosts(db, row), nowUs);
}

/** Everything that was said of tuning the hosts of a run. */
export async function tunedHosts(db: Db, row: TunedRunRow): Promise<TunedHost[]> {
  const { id: runId } = row;
  const moved = await listMoved(db, runId, 'applied', 'after-steps');
  const found = await listForVerdicts(db, runId, 'applied');
  return row.hosts.map((host) => ({
    ...toTunedHost(host),
    moved: moved.filter(({ hostId }) => hostId === host.hostId),
    found: Object.fromEntries(
      found.flatMap(({ hostId, key, value }) => (hostId === host.hostId ? [[key, value]] : [])),
    ),
  }));
}

/** With its findings and verdicts, from the rows of a run that agents measured. */
export function toRun(row: TunedRunRow, tuned: TunedHost[], nowUs: number): Run {
  const hosts = tuned.map(({ host }) => host);
  const spec = specOf(row);
  const target = row.target as unknown as RunTarget | null;
  const steps = row.steps.map((step): MeasuredStep => {
    const one = toStep(step, hosts);
    return { ...one, evidence: stepEvidence({ spec, hosts, target }, one, countsOf(step, tuned)) };
  });
  const measured = {
    ...toMeasuredSummary(row, nowUs),
    spec,
    hosts,
    target,
    preflight: row.preflight as unknown as RunPreflight | null,
    steps,
    transitions: row.transitions.map((t) => ({
      state: t.state as RunState,
      stepIndex: t.stepIndex,
      atUs: toNumber(t.atUs),
      note: t.note,
    })),
    artifacts: row.artifacts.map(toArtifact),
    ...annotationsOf(row),
    ...(row.samplesRemovedAtUs !== null && { samplesRemovedAtUs: toNumber(row.samplesRemovedAtUs) }),
  };
  const targetCpus = resolvedTargetCpus(measured, tuned);
  const tuning = tuned.flatMap((one) => runTuning(one, targetCpus, tuned) ?? []);
  return withVerdict({
    ...measured,
    tuning,
    search: searchFound(
      spec,
      row.steps,
      isTerminal(measured.state) || isWindingDown(measured.state),
      besideOf(spec, row.hosts, otherCpusOf(tuned)),
    ),
    findings: findingsOf(measured, tuned, tuning),
    verdict: null,
  });
}

const otherCpusOf = (tuned: TunedHost[]): OtherCpus[] =>
  tuned.flatMap(({ evidence }) =>
    evidence.map(({ stepIndex, evidence: { hostId, otherCpus } }) => ({ stepIndex, hostId, otherCpus })),
  );

function toTunedHost(row: TunedRunRow['hosts'][number]): Omit<TunedHost, 'moved' | 'found'> {
  const { hostId, name, agentVersion } = row;
  return {
    host: {
      hostId,
      name,
      roles: row.roles as HostRole[],
      agentVersion,
      facts: row.facts as unknown as HostFacts,
      described: null,
    },
    applied: row.applied as unknown as AppliedTuning | null,
    restored: row.restored as unknown as RestoreResult | null,
    snapshots: inOrder(row.snapshots.map(({ moment }) => moment)),
    evidence: row.evidence.map(({ stepIndex, evidence }) => ({
      stepIndex,
      evidence: toHostEvidence(evidence),
    })),
  };
}

/** Runs as the list shows them, in the order given. */
export async function summariesOf(db: Db, rows: SummaryRow[], nowUs: number): Promise<RunSummary[]> {
  const summaries: RunSummary[] = [];
  for (const row of rows) {
    const { imported } = row;
    if (!imported) summaries.push(toMeasuredSummary(row, nowUs));
    else summaries.push(summaryOfImported({ ...row, imported }) ?? (await summaryOfDocument(db, { ...row, imported })));
  }
  return summaries;
}

/** Documents are lifted whenever they are read. */
async function summaryOfDocument(db: Db, row: SummaryRow & { imported: { source: unknown } }): Promise<RunSummary> {
  const document = await findImportedDocument(db, row.id);
  const run = toImportedRun({ ...row, imported: { source: row.imported.source, document } });
  return { ...runSummary.parse(run), verdict: toVerdictSummary(row) };
}

/** What the progress of a run follows from, at any moment of its present state. */
export function progressFactsOf(
  row: Omit<SummaryRow, 'imported'>,
  nowUs: number,
): { plan: Plan; facts: ProgressFacts } {
  const facts = {
    state: row.state as RunState,
    stepIndex: row.stepIndex,
    startedAtUs: orNull(row.startedAtUs),
    endedAtUs: orNull(row.endedAtUs),
    enteredAtUs: orNull(row.transitions.at(-1)?.atUs ?? null) ?? nowUs,
  };
  return { plan: planOf(specOf(row), row.steps), facts };
}

function toMeasuredSummary(row: Omit<SummaryRow, 'imported'>, nowUs: number): RunSummary {
  const spec = specOf(row);
  const { plan, facts } = progressFactsOf(row, nowUs);
  return {
    id: row.id,
    name: row.name,
    state: facts.state,
    failure: failureOf(row),
    createdAtUs: toNumber(row.createdAtUs),
    startedAtUs: facts.startedAtUs,
    endedAtUs: facts.endedAtUs,
    progress: progressOf(plan, facts, nowUs),
    spec,
    imported: null,
    experimentId: row.experiment?.experimentId ?? null,
    verdict: toVerdictSummary(row),
    hostNames: row.hosts.map((h) => h.name),
    tags: row.tags,
    notes: row.notes,
    basedOnRunId: row.basedOnRunId,
    createdByName: row.createdByName,
    ...(row.revisionLabel !== null && { revisionLabel: row.revisionLabel }),
    stepsMeasured: row.steps.filter((s) => statusOf(s) === 'measured').length,
    stepsFailed: row.steps.filter((s) => s.status === 'failed').length,
    best: bestPoint(row, spec.load.search),
  };
}

/** Until a run is judged, any step may be the best. */
function bestPoint(
  { steps, verdictVersion, bestStepIndex }: Omit<SummaryRow, 'imported'>,
  search: CeilingSearch | null,
): RunSummary['best'] {
  const open = verdictVersion === null ? steps : steps.filter(({ index }) => index === bestStepIndex);
  return bestOf(
    open.map(({ index, point, ...step }) => ({
      index,
      spec: stepSpecOf(step),
      point: point && toPointOfLine(point),
      verdict: null,
    })),
    search,
  );
}

/** A point with the curve of its histogram. */
function toWholePoint(row: NonNullable<TunedRunRow['steps'][number]['point']>): MeasuredStep['point'] {
  const histogram = row.histogram as unknown as LatencyHistogram | null;
  return { ...toPoint(row), rounded: false, distribution: histogram && distributionOf(histogram) };
}

function toStep(row: TunedRunRow['steps'][number], hosts: RunHost[]): MeasuredStep {
  return {
    index: row.index,
    status: statusOf(row),
    spec: stepSpecOf(row),
    failure: failureOf(row),
    warmupCommand: row.warmupCommand,
    command: row.command,
    point: row.point && toWholePoint(row.point),
    clients: row.clients.map((client) => toStepClient(client, hosts)),
    profiles: row.profiles as unknown as StepProfile[],
    evidence: null,
    verdict: null,
  };
}

function toStepClient(row: TunedRunRow['steps'][number]['clients'][number], hosts: RunHost[]): StepClient {
  const { hostId, command, cpus } = row;
  const result = row.result as unknown as LoadResult | null;
  return {
    hostId,
    name: hosts.find((host) => host.hostId === hostId)?.name ?? hostId,
    share: row.share as unknown as LoadShare,
    command,
    failure: failureOf(row),
    figures: result && {
      ...figuresOf(result),
      // Older runs did not keep it.
      toolWorkers: result.toolWorkers ?? null,
      connectionsEstablished: result.connectionsEstablished,
      clock: result.clock,
      cpus,
      ...(result.resolved && { resolved: result.resolved }),
      cpuUsPerRequest: cpus !== null && result.requestsPerSecond > 0 ? (cpus * 1e6) / result.requestsPerSecond : null,
    },
  };
}

function toArtifact(row: TunedRunRow['artifacts'][number]): Artifact {
  return {
    id: row.id,
    kind: row.kind as Artifact['kind'],
    name: row.name,
    sha256: row.sha256,
    sizeBytes: toNumber(row.sizeBytes),
    mediaType: row.mediaType,
    stepIndex: row.stepIndex,
    phase: row.phase as Artifact['phase'],
    hostId: row.hostId,
  };
}
