import type { Run } from '@contract/run';
import type { HostSeries } from '@contract/samples';
import { formatPercent } from '@rules/words/numbers';
import { loadBeganUs, spansOnHost } from '@/charts/phases';
import { drawnColumn, latestValue, meanWithin } from '@/charts/series';

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

/** `hostId`: the host whose samples are shown. */
export function liveMoment(run: Pick<Run, 'state' | 'steps' | 'transitions'>, hostId: string): LiveMoment {
  if (run.state === 'warming' || run.state === 'measuring') return { kind: 'load', sinceUs: loadBeganUs(run, hostId) };
  const loaded = run.transitions.findLast(({ state }) => state === 'warming' || state === 'measuring')?.stepIndex;
  if (loaded === undefined || loaded === null) return { kind: 'before' };
  const span = spansOnHost(run, hostId, 0).steps.find(({ stepIndex }) => stepIndex === loaded);
  const load = span?.timed ? { fromUs: span.fromUs, toUs: span.toUs } : null;
  return { kind: run.state === 'cooling' ? 'between' : 'after', stepIndex: loaded, load };
}

/** What a column was at that moment: the newest reading, under load of the step's own; or the mean of the step that is over. */
export function valueAtMoment(host: HostSeries, name: string, moment: LiveMoment): number | null {
  if (!('stepIndex' in moment)) return latestValue(host, name, sinceOf(moment));
  return moment.load && meanWithin(drawnColumn(host, name), moment.load.fromUs, moment.load.toUs);
}

const sinceOf = (moment: LiveMoment): number | null => (moment.kind === 'load' ? moment.sinceUs : null);

/** Of a step that is over nothing: the mean of what was hottest in each reading is of no CPU. */
export function hottestText(host: HostSeries, moment: LiveMoment): string {
  if ('stepIndex' in moment) return '';
  const [percent, cpu] = ['hottestCpuPercent', 'hottestCpu'].map((name) => valueAtMoment(host, name, moment));
  if (typeof percent !== 'number') return '; hottest not measured';
  return `; hottest ${moment.kind === 'load' && typeof cpu === 'number' ? `CPU ${cpu}, ` : ''}${formatPercent(percent)} %`;
}

/** What stands above the throughput. `unheard`: the newest reading is no longer what is. */
export function servedLabel(moment: LiveMoment, unheard: boolean): string {
  if (moment.kind === 'before') return 'Load has not begun';
  if (moment.kind === 'load') return unheard ? 'Served when last heard' : 'Served now';
  return `${moment.kind === 'between' ? 'Between steps. ' : ''}Step ${moment.stepIndex + 1} served`;
}

/** What follows the name of any other figure. */
export function momentSuffix(moment: LiveMoment): string {
  if (moment.kind === 'load') return '';
  return moment.kind === 'before' ? ', before the load' : `, step ${moment.stepIndex + 1}`;
}
