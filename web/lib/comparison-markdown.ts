import type { ComparedStep, Comparison } from '../api/types';
import { deltaTold, FIGURES, stepOf, valueTold } from './deltas';
import { ABSENT } from './format';
import { stepText } from './load-text';
import { readingOrder, sideOf } from './sides';
import { LOOP_TEXT } from './target-text';

/** The comparison as text for an issue or a message: what differs, what to know, every figure, and links back. */
export function comparisonMarkdown(comparison: Comparison, origin: string, link: string): string {
  const { runs, baselineRunId } = comparison;
  const order = readingOrder(
    runs.map(({ id }) => id),
    baselineRunId,
  );
  const parts = [
    '## Comparison',
    order.map((index) => runLine(comparison, index, origin)).join('\n'),
    `### Before reading a difference\n\n${comparison.warnings.map(({ sentence }) => `- ${escaped(sentence)}`).join('\n')}`,
    `### What was different\n\n${settingsTable(comparison, order)}`,
    `### By step\n\n${stepsTable(comparison, order)}`,
    `[Open the comparison](${link})`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function runLine({ runs, baselineRunId }: Comparison, index: number, origin: string): string {
  const run = runs[index];
  if (!run) return '';
  const baseline = run.id === baselineRunId ? ', baseline' : '';
  return `- **${sideOf(index).letter}**${baseline}: [${escaped(run.name)}](${origin}/runs/${run.id}), ${run.state}`;
}

function settingsTable({ settings }: Comparison, order: number[]): string {
  const differing = settings.filter(({ same }) => !same);
  if (differing.length === 0) return `None of ${settings.length} settings and facts of the environment.`;
  return table(
    ['setting', ...order.map((index) => sideOf(index).letter)],
    differing.map(({ group, label, values }) => [
      `${group}: ${label}`,
      ...order.map((index) => values[index] ?? `${ABSENT} (not read)`),
    ]),
  );
}

function stepsTable(comparison: Comparison, order: number[]): string {
  const rows = comparison.steps.flatMap((row) =>
    order.filter((index) => stepOf(comparison, row, index) !== null).map((index) => stepLine(comparison, row, index)),
  );
  const loops = new Set(
    comparison.runs.flatMap((run) => run.steps.flatMap(({ point }) => point?.latencyMs.loop ?? [])),
  );
  const kinds = [...loops].map((loop) => LOOP_TEXT[loop]).join('; ');
  const note = kinds && `\n\nLatency: ${kinds}. Differences are relative to the baseline.`;
  return `${table(['step', 'run', ...FIGURES.map(({ label, unit }) => `${label}, ${unit}`)], rows)}${note}`;
}

function stepLine(comparison: Comparison, row: ComparedStep, index: number): string[] {
  const cells = FIGURES.map((figure) => {
    const value = valueTold(figure, stepOf(comparison, row, index));
    if (value.text === null) return `${ABSENT} (${value.why})`;
    const delta = deltaTold(comparison, row, index, figure);
    return delta.text === null ? value.text : `${value.text} (${delta.text})`;
  });
  return [stepText(row.spec), sideOf(index).letter, ...cells];
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]): string => `| ${cells.map(escaped).join(' | ')} |`;
  return [line(head), `| ${head.map(() => '---').join(' | ')} |`, ...rows.map(line)].join('\n');
}

/** Names are people's words: they may not break the table, the link or the list. */
const escaped = (text: string): string => text.replace(/[\\|[\]<>*_`]/g, '\\$&').replace(/\s+/g, ' ');
