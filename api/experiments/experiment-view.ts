import type {
  Experiment,
  ExperimentDesign,
  ExperimentKind,
  ExperimentSlot,
  ExperimentSummary,
} from '../contract/experiment.ts';
import type { ExperimentGate } from '../contract/gate.ts';
import type { RunSummary } from '../contract/run.ts';
import { launchesOf } from '../launches/store/launch-use.ts';
import type { Lab } from '../platform/lab.ts';
import { orNull, toNumber } from '../platform/store/db.ts';
import { groupsOf, singleFactorsOf } from '../rules/experiment/change-groups.ts';
import type { OwnWords } from '../rules/experiment/imported-experiment.ts';
import { nextMove } from '../rules/experiment/next-move.ts';
import { remainingUs, type UnderWay } from '../rules/experiment/planned-time.ts';
import { currentOf, roundsOf, type Slot, slotsOf, wholeRounds, withoutFigure } from '../rules/experiment/slots.ts';
import { type GateAnswer, OPEN_GATE } from '../rules/gate/gate-answer.ts';
import { waitingCostText } from '../rules/launch/hopeless-host.ts';
import { isTerminal } from '../rules/run/run-machine.ts';
import { hostIdsOf } from '../rules/spec/hosts-of-spec.ts';
import { asSentence } from '../rules/words/text.ts';
import { findHostsOf, unavailable, unusable } from '../runs/drive/usable-hosts.ts';
import { summariesOf } from '../runs/run-view.ts';
import { listSummaries } from '../runs/store/run-summaries.ts';
import { type KnownExperiment, specsOf } from './experiment-state.ts';
import { conditionsOf, hostNames, listAttemptsAtGates } from './store/experiments.ts';

/** Experiments as the list shows them, in the order given. */
export async function toExperimentSummaries(lab: Lab, all: KnownExperiment[]): Promise<ExperimentSummary[]> {
  const hostIds = new Set(all.flatMap(specsOf).flatMap(hostIdsOf));
  const { db } = lab.database;
  const names = await hostNames(db, [...hostIds]);
  const attempts = await listAttemptsAtGates(db, [...new Set(all.flatMap(({ row }) => row.gateKey ?? []))]);
  return Promise.all(
    all.map(async (known) => ({
      ...(await summaryOfExperiment(lab, known, names)),
      gate: gateOf(known, attempts.get(known.row.gateKey ?? '') ?? []),
    })),
  );
}

async function summaryOfExperiment(
  lab: Lab,
  known: KnownExperiment,
  names: Map<string, string>,
): Promise<Omit<ExperimentSummary, 'gate'>> {
  const { row, state } = known;
  const slots = slotsOf(state, state.attempts);
  const hostIds = [...new Set(specsOf(known).flatMap(hostIdsOf))];
  return {
    id: row.id,
    kind: row.kind as ExperimentKind,
    question: row.question,
    status: state.status,
    stoppedSentence: row.stoppedSentence,
    waitingSentence: await waitingFor(lab, known),
    createdAtUs: toNumber(row.createdAtUs),
    createdByName: row.createdByName,
    startedAtUs: orNull(row.startedAtUs),
    endedAtUs: orNull(row.endedAtUs),
    configurationNames: state.configurationNames,
    hostNames: hostIds.flatMap((id) => names.get(id) ?? []).sort(),
    rounds: state.rounds,
    roundsPlanned: roundsOf(state),
    roundsDone: wholeRounds(slots).length,
    runsDone: slots.filter(({ counted }) => counted !== null).length,
    runsPlanned: slots.length,
    remainingUs: await timeLeft(lab, known, slots),
    headline: row.headline,
    imported: false,
    supersededBy: row.supersededBy,
  };
}

function gateOf({ row, state }: KnownExperiment, attempts: { id: string; attempt: number }[]): ExperimentGate | null {
  const attempt = row.attempt ?? 1;
  if (row.gateKey === null) return null;
  return {
    conditions: conditionsOf(row),
    ...(state.status === 'done' && row.gate !== null ? (row.gate as unknown as GateAnswer) : OPEN_GATE),
    attempt,
    earlierIds: attempts.filter((one) => one.attempt < attempt).map(({ id }) => id),
  };
}

/** Everything of it but its result. */
export async function toExperiment(lab: Lab, known: KnownExperiment): Promise<Omit<Experiment, 'result'>> {
  const { row, state, configurations, primary } = known;
  const [summary] = await toExperimentSummaries(lab, [known]);
  if (!summary) throw new Error(`the experiment ${row.id} has no summary`);
  return {
    ...summary,
    hypothesis: row.hypothesis,
    seed: state.seed,
    extensionRounds: row.extensionRounds,
    extended: row.extended,
    primary,
    marginPercent: row.marginPercent,
    design: row.design as unknown as ExperimentDesign,
    configurations: configurations.map(({ name, spec, changes }, index) => ({
      ...{ index, name, spec, changes },
      groups: groupsOf(changes),
      singleFactor: singleFactorsOf(name, changes),
    })),
    slots: slotsOf(state, state.attempts).map(toSlot),
    ...ownWords(row),
  };
}

/** What people of this instance say of it. */
export const ownWords = (row: KnownExperiment['row']): OwnWords => ({
  id: row.id,
  finding: row.finding,
  findingAtUs: orNull(row.findingAtUs),
  findingByName: row.findingByName,
  supersededBy: row.supersededBy,
  supersedes: row.supersedes,
});

function toSlot(slot: Slot): ExperimentSlot {
  const current = currentOf(slot);
  return {
    round: slot.round,
    position: slot.position,
    configuration: slot.configuration,
    runId: current?.runId ?? null,
    runState: current?.state ?? null,
    failedRunIds: withoutFigure(slot).map(({ runId }) => runId),
  };
}

/** Why no run is under way though the experiment is running, and what that costs; null when one is, or will be in a moment. */
async function waitingFor(lab: Lab, known: KnownExperiment): Promise<string | null> {
  const why = await whyWaiting(lab, known);
  if (why === null) return null;
  const launches = await launchesOf(lab.database.db, [...new Set(specsOf(known).flatMap(hostIdsOf))]);
  return `${asSentence(why)}${waitingCostText(launches.map(({ microUsdPerHour }) => microUsdPerHour))}`;
}

async function whyWaiting(lab: Lab, { state, configurations }: KnownExperiment): Promise<string | null> {
  const move = nextMove(state, lab.nowUs());
  if (move.type === 'pause') return move.sentence;
  if (move.type !== 'queue') return null;
  const spec = configurations[move.slot.configuration]?.spec;
  if (!spec) return null;
  const hosts = await findHostsOf(lab.database.db, spec);
  return (unusable(spec, hosts) ?? unavailable(lab, hosts, { begun: true }))?.message ?? null;
}

const toUnderWay = ({ progress }: RunSummary): UnderWay => ({
  elapsedUs: progress.elapsedUs,
  loadLeftUs: progress.remainingUs ?? 0,
});

async function timeLeft(lab: Lab, known: KnownExperiment, slots: Slot[]): Promise<number | null> {
  if (known.state.status !== 'running') return null;
  const underWay = known.state.attempts.filter(({ state }) => !isTerminal(state)).map(({ runId }) => runId);
  const rows = await listSummaries(lab.database.db, underWay);
  const summaries = await summariesOf(lab.database.db, rows, lab.nowUs());
  const runs = new Map(summaries.map((run): [string, UnderWay] => [run.id, toUnderWay(run)]));
  if (known.row.stoppedSentence !== null)
    return [...runs.values()].reduce((total, { loadLeftUs }) => total + loadLeftUs, 0);
  return Math.round(remainingUs(slots, specsOf(known), runs));
}
