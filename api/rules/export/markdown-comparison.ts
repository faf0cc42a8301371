import type { ComparedSide, ComparedStep, Comparison, Deltas } from '../../contract/comparison.ts';
import { letterOf } from '../comparison/side-names.ts';
import { changeText } from '../outcomes/figures.ts';
import { protocolOf } from '../spec/load-words.ts';
import { groupsBy } from '../words/groups.ts';
import { bullets, joined, plain, section, table } from './markdown.ts';
import { askedText, kindsText, STEP_HEAD, stepCells } from './markdown-figures.ts';
import { runOrigin } from './provenance.ts';

/** A comparison: the answer first, then caveats, then every figure. */
export function comparisonMarkdown(title: string, comparison: Comparison, provenance: string): string {
  const { headline, because } = comparison;
  return joined(
    `# ${plain(title)}`,
    headline && `**${plain(headline)}**`,
    because && plain(because),
    section('Sides', sidesText(comparison)),
    ...comparedSections(comparison, letterOf),
    section('Where this is from', bullets(originsOf(comparison, letterOf)), provenance),
  );
}

/** How a run is called where all of them stand together. */
export type Named = (index: number) => string;

export function comparedSections(comparison: Comparison, named: Named): (string | null)[] {
  const { outcomes, warnings } = comparison;
  return [
    section(
      'Outcomes',
      bullets(
        outcomes.map(
          ({ primary, ...told }) =>
            `${primary ? '**Primary.** ' : ''}${plain(`${told.sentence} ${told.because}`.trim())}`,
        ),
      ),
    ),
    section('Caveats', bullets(warnings.map(({ sentence }) => plain(sentence)))),
    section('Differences', settingsText(comparison, named)),
    section('By step', stepsText(comparison, named)),
  ];
}

export const originsOf = ({ runs }: Comparison, named: Named): string[] =>
  runs.map((run, index) => `${plain(named(index))}: ${runOrigin(run)}`);

function sidesText({ sides, runs, baselineRunId }: Comparison): string {
  if (sides.length > 0) return bullets(sides.map(sideText));
  return bullets(
    runs.map(
      ({ id, name }, index) => `**${letterOf(index)}**${id === baselineRunId ? ', baseline' : ''}: ${plain(name)}`,
    ),
  );
}

function sideText({ letters, name, baseline, differsIn }: ComparedSide): string {
  const differs = differsIn.length > 0 ? `, differs in ${differsIn.join(', ')}` : '';
  return `**${plain(letters)}**${baseline ? ', baseline' : ''}: ${plain(name)}${differs}`;
}

function settingsText({ settings }: Comparison, named: Named): string {
  const differing = settings.filter(({ same }) => !same);
  if (differing.length === 0) return `None of ${settings.length} settings and facts of the environment.`;
  const columns = distinctColumns(differing.map(({ values }) => values));
  const rows = differing.map(({ group, label, values }) => [
    group,
    label,
    ...columns.map(([first = 0]) => values[first] ?? 'not read'),
  ]);
  return table(['group', 'setting', ...columns.map((indexes) => indexes.map(named).join(', '))], rows) ?? '';
}

/** Runs that differ in nothing share a column: repetitions of an experiment would make dozens. */
function distinctColumns(rows: (string | null)[][]): number[][] {
  const columnOf = (index: number): string => JSON.stringify(rows.map((values) => values[index]));
  return [...groupsBy((rows[0] ?? []).keys(), columnOf).values()];
}

function stepsText({ runs, steps, baselineRunId }: Comparison, named: Named): string | null {
  const rows = steps.flatMap((row) =>
    runs.flatMap((run, index) => {
      const cell = row.cells[index];
      const step = run.steps.find((one) => one.index === cell?.stepIndex);
      if (!step) return [];
      const deltas = run.id === baselineRunId ? null : (cell?.deltas ?? null);
      return [[askedText(step, protocolOf(run)), named(index), ...withDeltas(stepCells(step), deltas)]];
    }),
  );
  const body = table(['asked', 'run', ...STEP_HEAD], rows);
  const kinds = kindsText(runs.flatMap((run) => run.steps));
  return body && joined(body, `The difference to the baseline is in brackets.${kinds ? ` ${kinds}` : ''}`);
}

/** Places in STEP_HEAD of the figures that have a difference. */
const DELTA_PLACES: [number, keyof Deltas][] = [
  [0, 'requestsPerSecond'],
  [1, 'latencyMsP50'],
  [2, 'latencyMsP99'],
  [5, 'serverCpuUsPerRequest'],
  [6, 'clientCpuUsPerRequest'],
];

function withDeltas(cells: (string | null)[], deltas: ComparedStep['cells'][number]['deltas']): (string | null)[] {
  return cells.map((cell, at) => {
    const [, key] = DELTA_PLACES.find(([place]) => place === at) ?? [];
    const delta = key && deltas?.[key];
    return cell === null || typeof delta !== 'number' ? cell : `${cell} (${changeText(1 + delta)})`;
  });
}
