import type { Run, ShareDocument } from '../api/types';
import { formatCount, formatLatencyMs, formatShort } from './format';
import { stepText } from './load-text';
import { isProfiled } from './ramp';
import { nameOfRun } from './run-names';

export interface PreviewRun {
  id: string;
  name: string;
  /** Of the best step; null when nothing was measured. */
  rate: string | null;
  rateShort: string | null;
  p99: string | null;
  where: string | null;
  /** Requests per second of each measured step without profiles, for a small curve. */
  curve: number[];
}

export interface Preview {
  title: string;
  kind: ShareDocument['type'];
  sentence: string;
  runs: PreviewRun[];
}

/** What the preview of a link says: figures of the best step, and no claim. */
export function previewOf(document: ShareDocument): Preview {
  const runs = runsOf(document);
  const previews = runs.map((run, index) => ({ ...previewRun(run), name: nameIn(document, run, index) }));
  return { title: document.title, kind: document.type, sentence: sentenceOf(previews), runs: previews };
}

const nameIn = (document: ShareDocument, run: Run, index: number): string =>
  document.type === 'comparison' ? nameOfRun(document.comparison, index) : run.name;

function runsOf(document: ShareDocument): Run[] {
  if (document.type === 'run') return [document.run];
  return (document.type === 'comparison' ? document.comparison : document.experiment.result)?.runs ?? [];
}

function previewRun(run: Run): PreviewRun {
  const { id, name, best } = run;
  const curve = run.steps.flatMap(({ spec, point }) => (point && !isProfiled(spec) ? [point.requestsPerSecond] : []));
  if (!best) return { id, name, rate: null, rateShort: null, p99: null, where: null, curve };
  return {
    id,
    name,
    rate: `${formatCount(best.requestsPerSecond)} req/s`,
    rateShort: formatShort(Math.round(best.requestsPerSecond)),
    p99: best.latencyMsP99 === null ? null : `p99 ${formatLatencyMs(best.latencyMsP99, best.latencyResolutionUs)} ms`,
    where: `at ${stepText(best.spec)}`,
    curve,
  };
}

function sentenceOf(runs: PreviewRun[]): string {
  const said = runs.map((run) => {
    const figures = [run.rate, run.p99].filter(Boolean).join(', ');
    return `${run.name}: ${figures === '' ? 'nothing measured' : `${figures} ${run.where}`}`;
  });
  return `${said.join(' · ')}. A frozen copy, opened without signing in.`;
}
