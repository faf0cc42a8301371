import type { Run } from '@contract/run';
import type { ShareDocument } from '@contract/share';
import { stepText } from '@rules/spec/load-words';
import { formatCount, formatLatencyMs, formatShort } from '@rules/words/numbers';
import { lowered } from '@rules/words/text';
import { isProfiled } from '@/lib/ramp';
import { nameOfRun } from '@/lib/run-names';
import { whyNoBest } from '@/lib/why-absent';

export interface PreviewRun {
  id: string;
  name: string;
  /** The rate of the best step; null without one, and `why` says why. */
  rate: string | null;
  why: string | null;
  rateShort: string | null;
  p99: string | null;
  where: string | null;
  /** Requests per second of each step without profiles that gave a valid figure, for a small curve. */
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
  const curve = run.steps.flatMap(({ spec, point, verdict }) =>
    point && !isProfiled(spec) && verdict?.validity !== 'invalid' ? [point.requestsPerSecond] : [],
  );
  if (!best) return { id, name, rate: null, why: whyNoBest(run), rateShort: null, p99: null, where: null, curve };
  return {
    id,
    name,
    rate: `${formatCount(best.requestsPerSecond)} req/s`,
    why: null,
    rateShort: formatShort(Math.round(best.requestsPerSecond)),
    p99: best.latencyMsP99 === null ? null : `p99 ${formatLatencyMs(best.latencyMsP99, best.latencyResolutionUs)} ms`,
    where: `at ${stepText(best.spec)}`,
    curve,
  };
}

function sentenceOf(runs: PreviewRun[]): string {
  const said = runs.map((run) => {
    const figures = [run.rate, run.p99].filter(Boolean).join(', ');
    return `${run.name}: ${run.why === null ? `${figures} ${run.where}` : lowered(run.why)}`;
  });
  return `${said.join(' · ')}. A frozen copy, opened without signing in.`;
}
