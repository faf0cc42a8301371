import type { Comparison } from '../contract/comparison.ts';
import type { Run } from '../contract/run.ts';
import type { Lab } from '../platform/lab.ts';
import { orNull } from '../platform/store/db.ts';
import { compareRounds } from '../rules/comparison/compare-runs.ts';
import { alphaOf } from '../rules/experiment/design-experiment.ts';
import { madeUpFor } from '../rules/experiment/made-up-for.ts';
import { noiseHeadline } from '../rules/experiment/noise-headline.ts';
import { noiseOfFigures } from '../rules/experiment/run-noise.ts';
import { shownResult } from '../rules/experiment/shown-result.ts';
import { slotsOf, wholeRounds } from '../rules/experiment/slots.ts';
import { withoutClaim } from '../rules/experiment/without-claim.ts';
import { readConditions } from '../rules/gate/condition.ts';
import { isOpen } from '../rules/gate/gate-answer.ts';
import { saysNothing } from '../rules/statistics/looks.ts';
import { appliedStates } from '../runs/compare-runs.ts';
import { getRun } from '../runs/get-run.ts';
import type { KnownExperiment } from './experiment-state.ts';
import { noiseOfRuns } from './host-noise.ts';
import type { KeptResult } from './store/experiment-results.ts';
import { conditionsOf } from './store/experiments.ts';

/** All whole rounds, paired; null without one. Of an experiment that was ended early nothing is claimed. */
export async function resultOf(
  lab: Lab,
  known: KnownExperiment,
  stoppedSentence: string | null,
): Promise<Comparison | null> {
  const compared = await compareWholeRounds(lab, known);
  if (compared === null) return null;
  if (stoppedSentence !== null) return withoutClaim(compared, stoppedSentence);
  return known.row.kind === 'noise-floor' ? { ...compared, ...floorOf(known, compared) } : compared;
}

/** What is kept of it once it is over, so that showing it does not read hundreds of runs. */
export async function keptOf(lab: Lab, known: KnownExperiment, stoppedSentence: string | null): Promise<KeptResult> {
  const result = await resultOf(lab, known, stoppedSentence);
  return { headline: result?.headline ?? null, result: result && shownResult(result) };
}

/** The first look, which only the API takes: whether it left some variant's primary outcome open, or a condition. */
export async function isExtensionDue(lab: Lab, known: KnownExperiment): Promise<boolean> {
  const compared = await compareWholeRounds(lab, known);
  const primary = compared?.outcomes.filter((outcome) => outcome.primary) ?? [];
  return isOpen(compared?.conditions ?? []) || primary.some(({ outcome }) => saysNothing(outcome));
}

async function compareWholeRounds(lab: Lab, known: KnownExperiment): Promise<Comparison | null> {
  const { row, state, configurations, primary } = known;
  const rounds = wholeRounds(slotsOf(state, state.attempts));
  if (rounds.length === 0) return null;
  const sides: { name: string; runs: Run[] }[] = configurations.map(({ name }) => ({ name, runs: [] }));
  const states = [];
  for (const runIds of rounds) {
    for (const [index, runId] of runIds.entries()) {
      sides[index]?.runs.push(await getRun(lab, runId));
      states.push(...(await appliedStates(lab, runId)));
    }
  }
  const runs = sides.flatMap((side) => side.runs);
  const endedAtUs = orNull(row.endedAtUs) ?? lab.nowUs();
  const alike = row.kind === 'noise-floor';
  // An A/A experiment is what noise is known from: it is not held against itself.
  const noiseOf = alike ? () => null : await noiseOfRuns(lab.database.db, runs, endedAtUs);
  const conditions = readConditions(conditionsOf(row), primary.stepIndex);
  const declared = { alpha: alphaOf(row), marginPercent: row.marginPercent, primary, noiseOf, alike, conditions };
  const compared = compareRounds(sides, declared, states);
  const failed = madeUpFor(slotsOf(state, state.attempts), state.configurationNames);
  return { ...compared, warnings: [...failed, ...compared.warnings] };
}

function floorOf(
  { state, primary, row }: KnownExperiment,
  compared: Comparison,
): Pick<Comparison, 'headline' | 'because'> {
  const figures = slotsOf(state, state.attempts).flatMap(({ round, configuration, counted }) =>
    counted === null || counted.figure === null
      ? []
      : // The headline looks at the targets of these runs itself.
        [
          {
            experimentId: row.id,
            round,
            configuration,
            targetKey: null,
            figure: counted.figure,
            of: null,
            key: null,
            suspect: false,
          },
        ],
  );
  return noiseHeadline(primary.metric, noiseOfFigures(figures), alphaOf(row), compared);
}
