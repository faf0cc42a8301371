import type { Run, RunState } from '../../contract/run.ts';
import { formatPercent, formatSignificant } from '../words/numbers.ts';
import { isTerminal, isWindingDown } from './run-machine.ts';

/** Whether load is driven now, and of which step the figures are where none is. */
export type LiveMoment =
  | { kind: 'before' }
  /** `sinceUs`: when this step's load began, by the clock of the host; null where that is not known. */
  | { kind: 'load'; sinceUs: number | null }
  | {
      kind: 'between' | 'after';
      /** Counted from 0. */
      stepIndex: number;
      /** When load was driven in it, by the clock of the host; null until that is known. */
      load: { fromUs: number; toUs: number } | null;
    };

/** What stands above the throughput. `unheard`: the newest reading is no longer what is. */
export function servedLabel(moment: LiveMoment, unheard: boolean): string {
  if (moment.kind === 'before') return 'Load has not begun';
  if (moment.kind === 'load') return unheard ? 'Served when last heard' : 'Served now';
  return `${moment.kind === 'between' ? 'Between steps. ' : ''}Step ${moment.stepIndex + 1} served`;
}

/**
 * Beside the newest reading of a chart: no more come once the last step has ended, or while its host is not heard; null of a run that is
 * over.
 */
export function newestLabel(state: RunState, isPresent: boolean): 'now' | 'last reading' | null {
  if (isTerminal(state)) return null;
  return isWindingDown(state) || !isPresent ? 'last reading' : 'now';
}

/** What follows the name of any other figure. `unheard` as above. */
export function momentSuffix(moment: LiveMoment, unheard: boolean): string {
  if (moment.kind === 'load') return unheard ? ', when last heard' : '';
  return moment.kind === 'before' ? ', before the load' : `, step ${moment.stepIndex + 1}`;
}

/** Who counted the throughput, and over which time. */
export function servedSource(isCounted: boolean, moment: LiveMoment, stale: boolean): string {
  return isCounted
    ? `the server’s own count${countedOver(moment, stale)}`
    : 'this target does not tell what it served; the tool’s figures come with each step';
}

/** Who counted the throughput of a step's point: while a run is live, the server's own count stands beside it, over a slightly different time. */
export const countedByTool = ({ spec: { load, clients } }: Pick<Run, 'spec'>): string =>
  `counted by ${load.tool}${clients.length > 1 ? `, the sum of ${clients.length} clients` : ''}, mean of the step`;

function countedOver(moment: LiveMoment, stale: boolean): string {
  if (moment.kind === 'before') return '';
  if (moment.kind !== 'load') return ', mean of the step';
  return ` over ${stale ? 'a second that is past' : 'the last second'}`;
}

/** Why a figure is not there. */
export function whyNotLive(moment: LiveMoment): string {
  if (moment.kind === 'before') return 'Not measured before the load begins';
  return 'stepIndex' in moment ? 'Not known of this step' : 'Not read yet in this step';
}

/** After the number of CPUs. Of a step that is over nothing: the mean of what was hottest in each reading is of no CPU. */
export function hottestText(moment: LiveMoment, percent: number | null, cpu: number | null): string {
  if ('stepIndex' in moment) return '';
  if (percent === null) return '; hottest not measured';
  return `; hottest ${moment.kind === 'load' && cpu !== null ? `CPU ${cpu}, ` : ''}${formatPercent(percent)} %`;
}

/** CPUs that the tools use now: `sum` of all `of` clients, `most` on one of them. */
export interface ToolCpus {
  sum: number;
  most: number;
  of: number;
}

/** Beside the target's CPUs, while load is driven. */
export const toolText = (used: ToolCpus | null): string => (used === null ? 'tool not read yet' : toolCpusText(used));

const toolCpusText = ({ sum, most, of }: ToolCpus): string =>
  of === 1
    ? `tool ${formatSignificant(sum)} CPUs`
    : `tools ${formatSignificant(sum)} CPUs on ${of} clients, at most ${formatSignificant(most)} on one`;

/** All that is seen of a target without an agent while it is loaded. */
export const withoutAgentText = (used: ToolCpus | null): string =>
  `No agent measures this target. The load generator’s figures come with each step${used === null ? '.' : `; now: ${toolCpusText(used)}.`}`;
