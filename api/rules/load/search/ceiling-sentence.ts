import type { CeilingSearch } from '../../../contract/load.ts';
import { backlogText } from '../../findings/findings-of-load.ts';
import { percent } from '../../verdict/amounts.ts';
import { formatCount } from '../../words/numbers.ts';
import { percentileText } from '../latency-resolution.ts';
import { boundedLatencyMs, isRateMet, loadOf, type Others, passedBy, type Rung } from './search-rung.ts';

export interface Bracket {
  /** More load was seen to give no more requests. */
  flat: boolean;
  /** Several loads are below the ceiling: only then was anything seen to rise. */
  rose: boolean;
  /** The highest load below the ceiling, and the lowest at or above it. */
  low: Rung | null;
  high: Rung | null;
  knee: Rung | null;
  /** The highest load that by itself does not show to be beyond the ceiling. */
  top: Rung | null;
}

interface Stage {
  done: boolean;
  /** No further step comes. */
  over: boolean;
  stepsUsedUp: boolean;
  /** What leaves the upper end of the bracket in doubt. */
  doubt: Others | null;
}

/** What a search found, with the numbers that it rests on. */
export function bracketSentence(search: CeilingSearch, rungs: readonly Rung[], bracket: Bracket, stage: Stage): string {
  if (rungs.length === 0) return stage.over ? 'No step of the search came to an end.' : 'No step is over yet.';
  const found = bracket.flat ? flatSentence(search, bracket, stage.doubt) : boundSentence(search, bracket, stage.doubt);
  if (stage.done) {
    const { low, high } = bracket;
    const wide = low && high && loadOf(search, high.spec) > loadOf(search, low.spec) * (1 + search.precision);
    return stage.stepsUsedUp && (wide || !high) ? `${found} The search ended after ${rungs.length} steps.` : found;
  }
  return stage.over ? `The run ended before the search did. Up to then: ${found}` : `So far: ${found}`;
}

/** Throughput that was seen to stop rising. */
function flatSentence(search: CeilingSearch, { low, knee, top }: Bracket, doubt: Others | null): string {
  const beside = doubt ? ` But ${othersText(doubt)}: without them it may rise further.` : '';
  const gave = (rung: Rung | null): string => rate(rung?.figures?.requestsPerSecond ?? 0);
  const most = top ? `${load(search, top)} gave ${gave(top)}` : '';
  if (!low || !knee) {
    const kneeText = knee ? `${load(search, knee)} gave ${gave(knee)}, ` : '';
    return `Throughput does not rise beyond the first step: ${kneeText}${most}.${beside || ' Where it stops rising is below that.'}`;
  }
  const between = `between ${amount(search, low)} and ${load(search, knee)}`;
  return `Throughput stops rising ${between}: ${amount(search, low)} gave ${gave(low)}, ${amount(search, knee)} gave ${gave(knee)}${top === knee ? '' : `, ${most}`}.${beside}`;
}

/** A bound or a rate that is kept up to some load, or throughput that rises until a step fails. */
function boundSentence(search: CeilingSearch, { rose, low, high }: Bracket, doubt: Others | null): string {
  if (!low && high && doubt)
    return `The ceiling is not known: ${whyPassed(search, high)}, but ${othersText(doubt)}. Stop them or start lower, and search again.`;
  if (!low) return high ? `The first step is already beyond the ceiling: ${whyPassed(search, high)}.` : '';
  const kept = keptUpTo(search, low, rose);
  if (high && doubt) return `${kept}; ${whyPassed(search, high)}, but ${othersText(doubt)}: the ceiling may be higher.`;
  if (high) return `${kept}; ${whyPassed(search, high)}.`;
  const atMost = loadOf(search, low.spec) >= search.most;
  return atMost ? `${kept}; the search stopped at its upper limit, so the ceiling may be higher.` : `${kept}.`;
}

const othersText = ({ name, share }: Others): string => `other processes used ${percent(share)} of the CPUs of ${name}`;

function keptUpTo(search: CeilingSearch, low: Rung, rose: boolean): string {
  const at = load(search, low);
  const { ceiling, vary } = search;
  const was = whatWas(search, low);
  if (ceiling.kind === 'latency')
    return `${percentileText(ceiling.percentile)} stays within ${ms(ceiling.mostMs)} up to ${at} (${was})`;
  if (vary === 'connections') return rose ? `Throughput rises up to ${at} (${was})` : `${at} gave ${was}`;
  return isRateMet(low)
    ? `The rate is met up to ${at} (${was})`
    : `All requests are sent up to ${at} (${was} answered in time)`;
}

function whatWas(search: CeilingSearch, { figures }: Rung): string {
  const { ceiling } = search;
  if (!figures) return 'failed';
  const gave = rate(figures.requestsPerSecond);
  if (ceiling.kind === 'throughput') return gave;
  return `${measuredMs(boundedLatencyMs(figures, ceiling.percentile) ?? 0, search)}${ofClients(figures, ceiling.percentile)} at ${gave}`;
}

/** With several clients and no histogram the highest of theirs stands for all. */
const ofClients = (
  figures: NonNullable<Rung['figures']>,
  percentile: Parameters<typeof boundedLatencyMs>[1],
): string => (figures.latencyMs[percentile] === null ? ' at most over the clients' : '');

function whyPassed(search: CeilingSearch, rung: Rung): string {
  const at = load(search, rung);
  const passed = passedBy(search, rung);
  const percentile = search.ceiling.kind === 'latency' ? search.ceiling.percentile : 'p99';
  switch (passed?.why) {
    case 'failed':
      return `the step with ${at} failed`;
    case 'none-succeeded':
      return `with ${at} no request succeeded`;
    case 'rate-not-met':
      return `of ${at} only ${share(passed.share)} came, ${rate(rung.figures?.requestsPerSecond ?? 0)}`;
    case 'queued':
      return `with ${at} ${backlogText(passed.backlog)}`;
    case 'errors':
      return `with ${at} ${share(passed.share)} of the requests failed`;
    case 'no-percentile':
      return `with ${at} the tool gave no ${percentileText(percentile)}`;
    case 'latency': {
      const of = rung.figures ? ofClients(rung.figures, percentile) : '';
      return `with ${at} its ${percentileText(percentile)} was ${measuredMs(passed.latencyMs, search)}${of}`;
    }
    default:
      return `${at} gave ${rate(rung.figures?.requestsPerSecond ?? 0)}`;
  }
}

const amount = (search: CeilingSearch, { spec }: Rung): string => formatCount(loadOf(search, spec));

function load(search: CeilingSearch, rung: Rung): string {
  const one = loadOf(search, rung.spec) === 1;
  if (search.vary === 'requestsPerSecond') return `${amount(search, rung)} req/s asked`;
  return `${amount(search, rung)} connection${one ? '' : 's'}`;
}

const rate = (requestsPerSecond: number): string => `${formatCount(requestsPerSecond)} req/s`;
const share = (part: number): string => `${(part * 100).toFixed(1)} %`;
/** Three digits, unless they would hide on which side of the bound it was. */
function measuredMs(value: number, { ceiling }: CeilingSearch): string {
  const short = Number(value.toPrecision(3));
  const most = ceiling.kind === 'latency' ? ceiling.mostMs : null;
  const told = most === null || short > most === value > most ? short : value;
  return ms(told >= 100 ? Math.round(told) : told);
}
const ms = (value: number): string => `${Number(value.toFixed(3))} ms`;
