import type { ComparedMetric, MetricOutcome, ShownResult } from '@contract/comparison';
import { protocolIn } from '@rules/comparison/row-load';
import { METRIC_WORDS } from '@rules/outcomes/figures';
import { stepText } from '@rules/spec/load-words';
import { anchorOf } from '@/features/compare/outcomes/outcomes';
import { rowText } from '@/features/compare/outcomes/row-text';

/** What a link in a finding stands for: outcomes of the experiment's result, or one point of a run of it. */
export type Embed =
  | { type: 'outcomes'; outcomes: MetricOutcome[] }
  | { type: 'point'; run: ShownRun; step: ShownRun['steps'][number] }
  /** It names something of this result that is not there. */
  | { type: 'absent'; sentence: string };

type ShownRun = ShownResult['runs'][number];
type Result = Pick<ShownResult, 'runs' | 'sides' | 'steps' | 'outcomes'>;

const OUTCOME = /^#outcome(?:-([a-zA-Z0-9]+)-(\d+)-(\d+))?$/;
const RUN = /^(?:https?:\/\/[^/?#]+)?\/runs\/([\da-f-]{36})\?(?:[^#]*&)?step=(\d+)(?:[&#]|$)/i;

/** The figures that a link's address asks for; null for a plain link. */
export function embedOf(href: string, result: Result): Embed | null {
  const outcome = OUTCOME.exec(href);
  if (outcome) return outcomesOf(result, outcome[1] ?? null, Number(outcome[2]), Number(outcome[3]));
  const point = RUN.exec(href);
  const run = point && result.runs.find(({ id }) => id === point[1]?.toLowerCase());
  // A run of elsewhere is a link like any other: its figures are not in this result.
  if (!point || !run) return null;
  const step = run.steps[Number(point[2]) - 1];
  if (!step) return { type: 'absent', sentence: `‘${run.name}’ has no step ${point[2]}.` };
  return { type: 'point', run, step };
}

function outcomesOf({ outcomes }: Result, metric: string | null, step: number, side: number): Embed {
  const found =
    metric === null
      ? outcomes.filter(({ primary }) => primary)
      : outcomes.filter((one) => one.metric === metric && one.stepPosition === step - 1 && one.sideIndex === side);
  if (found.length > 0) return { type: 'outcomes', outcomes: found };
  const sentence = metric === null ? 'No outcome was declared.' : 'The result has no such outcome.';
  return { type: 'absent', sentence };
}

export interface EmbedChoice {
  label: string;
  markdown: string;
}

/** What a finding can show of this result: outcomes, the declared one first, and measured points run by run. */
export function embedChoices(result: Result): { outcomes: EmbedChoice[]; points: EmbedChoice[] } {
  const { runs, sides, steps, outcomes } = result;
  const declared = outcomes.find(({ primary }) => primary);
  const atOf = ({ stepPosition, sideIndex }: MetricOutcome): string =>
    steps.length > 1 ? ` at ${rowText(result, stepPosition, sideIndex)}` : '';
  const nameOf = (metric: ComparedMetric): string => METRIC_WORDS[metric].label;
  const own = outcomes.map((outcome): EmbedChoice => {
    const { metric, sideIndex } = outcome;
    const side = sides.length > 2 ? ` of ${sides[sideIndex]?.name}` : '';
    const label = `${nameOf(metric)}${side}${atOf(outcome)}`;
    return { label, markdown: link(label, `#${anchorOf(outcome)}`) };
  });
  const first = declared && `${nameOf(declared.metric)}${atOf(declared)}`;
  return {
    outcomes: [...(first ? [{ label: `Declared: ${first}`, markdown: link(first, '#outcome') }] : []), ...own],
    points: runs.flatMap((run) =>
      run.steps.flatMap(({ point, spec }, index): EmbedChoice[] => {
        const label = run.steps.length > 1 ? `${run.name}, ${stepText(spec, protocolIn(run))}` : run.name;
        return point ? [{ label, markdown: link(label, `/runs/${run.id}?step=${index + 1}`) }] : [];
      }),
    ),
  };
}

/** Names may hold what Markdown reads as the end of a link's text, or as markup. */
const link = (text: string, href: string): string => `[${text.replaceAll(/[\\[\]*_`<>!]/g, '\\$&')}](${href})`;
