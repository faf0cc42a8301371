import type { Run } from '@contract/run';
import type { HostSeries } from '@contract/samples';
import { hottestText, type LiveMoment } from '@rules/run/live-words';
import { loadBeganUs, spansOnHost } from '@/charts/phases';
import { drawnColumn, latestValue, meanWithin } from '@/charts/series';

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

/** What was the hottest CPU at that moment. */
export function hottestAtMoment(host: HostSeries, moment: LiveMoment): string {
  return hottestText(
    moment,
    valueAtMoment(host, 'hottestCpuPercent', moment),
    valueAtMoment(host, 'hottestCpu', moment),
  );
}
