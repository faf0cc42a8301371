import type { Experiment, ExperimentConfiguration } from '../../contract/experiment.ts';
import type { ConditionOutcome, ExperimentGate } from '../../contract/gate.ts';
import { letterOf } from '../comparison/side-names.ts';
import { attemptText, GATE_WORDS } from '../gate/gate-answer.ts';
import { metricTitle } from '../outcomes/figures.ts';
import { protocolOf } from '../spec/load-words.ts';
import { pointerName } from '../spec/pointer-name.ts';
import { bullets, joined, plain, section, table } from './markdown.ts';
import { comparedSections, originsOf } from './markdown-comparison.ts';
import { askedText } from './markdown-figures.ts';
import { timeText } from './provenance.ts';

/** An experiment from its question to its finding, with what was declared before the first run. */
export function experimentMarkdown(experiment: Experiment, provenance: string): string {
  const { question, headline, stoppedSentence, result, supersededBy } = experiment;
  // Sentences call the runs by their letters.
  const named = (index: number): string => `${letterOf(index)} (${runName(experiment, result?.runs[index]?.id ?? '')})`;
  return joined(
    `# ${plain(question)}`,
    supersededBy && `**Superseded by a later finding: ${plain(supersededBy.question)} (${supersededBy.id})**`,
    headline && `**${plain(headline)}**`,
    result && plain(result.because),
    stoppedSentence && plain(stoppedSentence),
    section('Finding', findingText(experiment)),
    section('Declared before the first run', declaredText(experiment)),
    section('Configurations', bullets(experiment.configurations.map(configurationText))),
    section('Rounds', roundsText(experiment)),
    ...(result ? comparedSections(result, named) : []),
    section('Where this is from', result && bullets(originsOf(result, named)), provenance),
  );
}

/** Markdown of people, as they wrote it. */
function findingText({ finding, findingAtUs, findingByName }: Experiment): string | null {
  if (finding.trim() === '') return null;
  const by = findingByName ? ` by ${plain(findingByName)}` : '';
  return joined(finding.trim(), findingAtUs === null ? null : `Written ${timeText(findingAtUs)}${by}.`);
}

function declaredText({ kind, hypothesis, primary, configurations, ...experiment }: Experiment): string {
  const asked = configurations.flatMap(({ spec }) => {
    const step = spec.load.steps[primary.stepIndex];
    return step ? [askedText({ spec: step }, protocolOf({ spec }))] : [];
  });
  const loads = [...new Set(asked)].join(' against ');
  const { extensionRounds, design } = experiment;
  const extension =
    extensionRounds === null
      ? ''
      : `, and ${extensionRounds} more when the first look is inconclusive${experiment.extended ? ', which was the case' : ''}`;
  return bullets([
    `Kind: ${kind === 'noise-floor' ? 'noise floor, the baseline against itself' : 'comparison'}`,
    ...(hypothesis ? [`Hypothesis: ${plain(hypothesis)}`] : []),
    `Primary outcome: ${metricTitle(primary.metric)}${loads && ` at ${plain(loads)}`}`,
    `Margin: ${experiment.marginPercent} %; a smaller difference does not matter`,
    ...(experiment.gate ? gateTexts(experiment.gate, experiment.result?.conditions ?? []) : []),
    `Rounds: ${experiment.rounds}${extension}, in random order of the seed ${experiment.seed}`,
    `What this could show: ${plain(design.sentence)}`,
    ...design.warnings.map((warning) => `Warned before: ${plain(warning)}`),
  ]);
}

function gateTexts(gate: ExperimentGate, outcomes: ConditionOutcome[]): string[] {
  const attempt = attemptText(gate);
  return [
    ...gate.conditions.map((text) => {
      const told = outcomes.filter((outcome) => outcome.text === text);
      const answers = told.map(({ status, sentence }) => `${GATE_WORDS[status]}. ${plain(sentence)}`);
      return `Condition: ${plain(text)}${answers.length === 0 ? '' : ` – ${answers.join(' ')}`}`;
    }),
    ...(attempt === null ? [] : [attempt]),
  ];
}

function configurationText({ index, name, changes, groups }: ExperimentConfiguration): string {
  if (index === 0) return `**${plain(name)}**: the baseline`;
  const told = changes.map(
    ({ path, value }) => `${plain(pointerName(path))} = ${plain(JSON.stringify(value) ?? 'null')}`,
  );
  const what = told.length === 0 ? 'the same again' : told.join(', ');
  return `**${plain(name)}**: ${what}${groups.length > 0 ? ` (${groups.join(', ')})` : ''}`;
}

function roundsText({ slots, configurations }: Experiment): string | null {
  const rounds = [...new Set(slots.map(({ round }) => round))].sort((a, b) => a - b);
  const nameOf = (at: number): string => configurations.find(({ index }) => index === at)?.name ?? String(at);
  return table(
    ['round', 'in this order', 'runs'],
    rounds.map((round) => {
      const own = slots.filter((slot) => slot.round === round).sort((a, b) => a.position - b.position);
      const runs = own.map(({ runId, runState, failedRunIds }) => {
        const again = failedRunIds.length > 0 ? ` (after ${failedRunIds.length} without a figure)` : '';
        return runId === null ? 'not run' : `${runId} ${runState ?? ''}${again}`.trim();
      });
      return [String(round + 1), own.map((slot) => nameOf(slot.configuration)).join(', '), runs.join(', ')];
    }),
  );
}

/** `pinned, round 3`. */
function runName({ slots, configurations }: Experiment, runId: string): string {
  const slot = slots.find((one) => one.runId === runId);
  const name = configurations.find(({ index }) => index === slot?.configuration)?.name;
  return slot && name !== undefined ? `${name}, round ${slot.round + 1}` : runId;
}
