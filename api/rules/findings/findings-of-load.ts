import type { Run } from '../../contract/run.ts';
import type { Finding } from '../../contract/verdict.ts';
import { traitsOf } from '../load/tool-traits.ts';
import { spanText, streamsWithheld } from '../load/used-depth.ts';
import { amount, percent, percentAbove } from '../verdict/amounts.ts';
import { type Backlog, backlogOf, queuedMedianMs, tellsGrowth } from '../verdict/backlog.ts';
import { failedShare } from '../verdict/failed-share.ts';
import { impossible, inFlightOf, isImpossible } from '../verdict/littles-law.ts';
import { type Figured, measuredSeconds } from '../verdict/measured-seconds.ts';
import { evidenceOf, type MeasuredStep, ofStep } from '../verdict/measured-step.ts';
import {
  CONNECTIONS_LEAST,
  ERRORS_DOUBTFUL,
  ERRORS_INVALID,
  IN_COMMON_LEAST,
  QUEUE_MEDIAN_MS,
  RATE_MET_LEAST,
  RATE_MET_MOST,
  WORKERS_FEWER,
} from '../verdict/thresholds.ts';
import { toolsOf } from '../verdict/tool-workers.ts';
import { formatCount, plural } from '../words/numbers.ts';

/** The load of one step against the requested one. */
export function loadFindings(step: MeasuredStep, run: Run, steps: MeasuredStep[]): Finding[] {
  return [
    ...rate(step, run),
    ...errors(step),
    ...connections(step, run),
    ...streams(step),
    ...commonWindow(step, run),
    ...oversubscribed(step, run),
    ...unevenWorkers(step, steps),
  ];
}

export interface RateMet {
  asked: number;
  /** The share of the rate that was achieved. */
  share: number;
  /** Achieved, and without a queue that grows. */
  met: boolean;
  /** Clearly more was achieved than asked: the tool sent faster, or counts more than it sent. */
  exceeded: boolean;
  /** Every request was sent and no queue grew, but too few were answered in the time: the latency is long, or one answer was. */
  late: boolean;
  /** Every request was sent, too few were answered in the time, and it was too short to tell whether a queue grew. */
  tooShort: boolean;
  /** The backlog behind a rate that was achieved. */
  backlog: Backlog | null;
}

/** Null for a closed loop, and where the rate asked for is not known. */
export function rateMet(step: Pick<MeasuredStep, 'spec' | 'point' | 'evidence'>): RateMet | null {
  const { spec, point } = step;
  if (spec.loop !== 'open' || spec.requestsPerSecond === null || spec.requestsPerSecond <= 0) return null;
  const share = point.requestsPerSecond / spec.requestsPerSecond;
  const achieved = share >= RATE_MET_LEAST;
  const exceeded = exceeds(share, point.requests);
  const load = {
    requestsPerSecondAsked: spec.requestsPerSecond,
    arrivals: spec.arrivals,
    connections: spec.connections ?? point.connectionsEstablished,
    unsent: point.unsent,
    latencyMsP50: queuedMedianMs(point),
    bySecond: answeredBySecond(step),
  };
  const backlog = backlogOf(load);
  const isSent = !achieved && point.unsent === 0 && backlog === null;
  const knowsQueue = tellsGrowth(load.bySecond) || (point.latencyMs.p50 ?? Number.POSITIVE_INFINITY) < QUEUE_MEDIAN_MS;
  return {
    asked: spec.requestsPerSecond,
    share,
    met: achieved && backlog === null && !exceeded,
    exceeded,
    late: isSent && knowsQueue,
    tooShort: isSent && !knowsQueue && load.bySecond !== null,
    backlog: achieved ? backlog : null,
  };
}

/** A tool's seconds are of what succeeded; what failed was answered as well. */
function answeredBySecond(step: Pick<MeasuredStep, 'spec' | 'point' | 'evidence'>): number[] | null {
  const { requestsBySecond, requestsBySecondSource } = evidenceOf(step);
  const seconds = measuredSeconds(step);
  if (requestsBySecond === null || requestsBySecondSource !== 'tool' || !seconds) return requestsBySecond;
  const failed = (failedShare(step)?.failed ?? 0) / seconds;
  return requestsBySecond.map((count) => count + failed);
}

const QUEUED = 'Latencies include a growing queue';
const HELD_BACK = 'The tool held requests back, and its latencies do not show for how long';

function rate(step: MeasuredStep, run: Run): Finding[] {
  const found = rateMet(step);
  if (!found) return [];
  const said = (sentence: string): Finding[] => [
    ofStep(step, { code: 'offered-rate-not-met', severity: 'suspect', sentence }),
  ];
  const achieved = `${formatCount(step.point.requestsPerSecond)} of ${formatCount(found.asked)} req/s achieved`;
  if (found.exceeded)
    return said(
      `${achieved} (${percentAbove(found.share, RATE_MET_MOST)}, at most ${percent(RATE_MET_MOST)}): the tool sent faster than asked, or counts more than it sent. Check its output, or use another tool.`,
    );
  if (found.met) return [];
  if (found.backlog) return queued(step, run, found, found.backlog);
  const short = `${achieved} (${percent(found.share, RATE_MET_LEAST)}, met from ${percent(RATE_MET_LEAST)})`;
  if (found.late)
    return said(
      `${short}, though all requests were sent and no queue grew: the others were answered later, or not at all. Measure longer, or find out what they waited for.`,
    );
  if (found.tooShort)
    return said(`${short}, though all requests were sent: too short to tell whether a queue grew. Measure longer.`);
  const { unsent } = step.point;
  const due = unsent ? `; ${unsentText(unsent)}` : '';
  return said(`${short}${due}. ${showsQueue(step, run) ? QUEUED : HELD_BACK}. Lower the rate.`);
}

/** What a tool drops has waited, and is in no latency. */
const showsQueue = ({ point }: MeasuredStep, { spec }: Run): boolean =>
  point.latencyMs.loop === 'open' && !(traitsOf(spec.load.tool).dropsWhatIsDue && (point.unsent ?? 0) > 0);

/** Standard deviations. Arrivals at random may be so many more in a short step. */
const CHANCE_MOST = 4;

const exceeds = (share: number, requests: number | null): boolean =>
  share > RATE_MET_MOST + (requests ? CHANCE_MOST / Math.sqrt(requests) : 0);

/** Where nothing counted what waited it may be the server that takes so long, which is no fault of the figure. */
function queued(step: MeasuredStep, run: Run, { asked, share }: RateMet, backlog: Backlog): Finding[] {
  if (backlog.by === 'median') return [];
  const sentence = `${percent(share, 1)} of ${formatCount(asked)} req/s achieved, but ${backlogText(backlog)}. ${showsQueue(step, run) ? 'Latencies include a queue' : HELD_BACK}. Lower the rate.`;
  return [ofStep(step, { code: 'offered-rate-not-met', severity: 'suspect', sentence })];
}

/** '2,729 requests were due and never sent at the end (108 ms of load beyond the connections), and p50 was 380 ms'. */
export function backlogText(backlog: Backlog): string {
  if (backlog.by === 'median')
    return `p50 was ${amount(backlog.latencyMsP50)} ms, and nothing counted waiting requests`;
  if (backlog.by === 'growth') {
    return `the backlog grew from ${formatCount(Math.max(0, backlog.first))} requests in the first third of ${backlog.seconds} s to ${formatCount(backlog.last)} in the last`;
  }
  const median = backlog.latencyMsP50 === null ? '' : `, and p50 was ${amount(backlog.latencyMsP50)} ms`;
  return `${unsentText(backlog.unsent)}${median}`;
}

const unsentText = (unsent: number): string =>
  `${plural(unsent, 'request')} ${unsent === 1 ? 'was' : 'were'} due and never sent`;

const KINDS = {
  connection: 'no connection',
  timeout: 'timeout',
  reset: 'reset',
  non2xx: 'not 2xx',
  mismatch: 'wrong body',
};

function errors(step: MeasuredStep): Finding[] {
  const share = failedShare(step)?.share ?? 0;
  if (share <= ERRORS_DOUBTFUL && !isEmpty(step)) return [];
  const sentence = `${failedText(step)} ${FAILED_NEXT}`;
  return [
    ofStep(step, {
      code: 'errors',
      severity: isEmpty(step) || share > ERRORS_INVALID ? 'invalid' : 'suspect',
      sentence,
    }),
  ];
}

/** Nothing was answered, and the tool counts nothing as failed: what still waits at the end is in no count of some tools. */
const isEmpty = ({ point }: Figured): boolean => point.requestsPerSecond === 0 && !point.requests;

/** Why a point is invalid by itself, in the words of its finding; null where it is not. These rules alone make a point invalid. */
export function whyInvalid(figured: Figured): string | null {
  if (isEmpty(figured) || (failedShare(figured)?.share ?? 0) > ERRORS_INVALID) return failedText(figured);
  const found = inFlightOf(figured);
  return found !== null && isImpossible(found) ? impossible(figured.point, found) : null;
}

export const FAILED_NEXT = 'Check that the target answers with 2xx, or lower the load.';

/** The share that failed: what makes a figure invalid, in few words. */
export function failedShortly(figured: Figured): string {
  const found = failedShare(figured);
  if (!found) return 'no request was answered';
  if (found.failed >= found.of) return 'no request succeeded';
  return `${percentAbove(found.share, ERRORS_INVALID)} of the requests failed`;
}

/** How many failed, by kind, and what that makes of the figure; verdicts say it too. */
export function failedText({ spec, point }: Figured): string {
  const found = failedShare({ spec, point });
  if (!found || !point.errors) return 'no request was answered: there is nothing to judge.';
  const { failed, of, share } = found;
  const kinds = Object.entries(point.errors).flatMap(([kind, many]) =>
    many > 0 ? [`${KINDS[kind as keyof typeof KINDS]}: ${formatCount(many)}`] : [],
  );
  const invalid = share > ERRORS_INVALID;
  const told = failed >= of ? 'none succeeded' : invalid ? percentAbove(share, ERRORS_INVALID) : doubtfulShare(share);
  const worth = `${invalid ? 'invalid' : 'suspect'} above ${percent(invalid ? ERRORS_INVALID : ERRORS_DOUBTFUL)}`;
  const { non2xx, mismatch } = point.errors;
  const why = non2xx + mismatch > 0 ? 'mix answers and failures' : 'leave out what got no answer';
  return `${formatCount(failed)} of ${plural(of, 'request')} failed (${told}; ${kinds.join(', ')}): ${worth}, as the figures ${why}.`;
}

/** Between the two thresholds, and read as being there. */
const doubtfulShare = (share: number): string =>
  share < 2 * ERRORS_DOUBTFUL ? percentAbove(share, ERRORS_DOUBTFUL) : percent(share, ERRORS_INVALID);

function connections(step: MeasuredStep, run: Run): Finding[] {
  const { connectionsEstablished: established, connectionsAsked: asked, connectsFailed: refused } = step.point;
  const found = (code: Finding['code'], severity: Finding['severity'], sentence: string): Finding[] => [
    ofStep(step, { code, severity, sentence: `${sentence} ${CONNECTIONS_NEXT}` }),
  ];
  const failed = refused ? `${plural(refused, 'connect')} failed` : '';
  if (established !== null && asked !== null && established < CONNECTIONS_LEAST * asked)
    return found(
      'connections-missing',
      'suspect',
      `${formatCount(established)} of ${formatCount(asked)} connections opened (${percent(established / asked, CONNECTIONS_LEAST)}, enough from ${percent(CONNECTIONS_LEAST)}), so the load was lower than asked${failed && `; ${failed}`}.`,
    );
  if (!refused) return [];
  const { tool } = run.spec.load;
  if (traitsOf(tool).givesUpConnecting && established === null)
    return found(
      'connections-missing',
      'suspect',
      `${failed}, and ${tool} does not try them again: the load may have been lower than asked.`,
    );
  return found('connects-failed', 'note', `${failed}; no request had gone out by ${refused === 1 ? 'it' : 'them'}.`);
}

const CONNECTIONS_NEXT = 'Check refused connections, the open-file limit and net.core.somaxconn.';

function streams({ index, spec, point }: MeasuredStep): Finding[] {
  const withheld = streamsWithheld(spec, point);
  if (!withheld) return [];
  const allowed = spanText(withheld, formatCount);
  const sentence = `the server allowed ${allowed} of ${formatCount(withheld.asked)} streams per connection, so the load was lower than asked. Ask for ${formatCount(withheld.least)} or fewer, on more connections.`;
  return [ofStep({ index }, { code: 'streams-withheld', severity: 'suspect', sentence })];
}

/** Of volley alone it is known what a client gave in the time that all had in common. */
function commonWindow(step: MeasuredStep, { spec }: Run): Finding[] {
  const { commonWindowUs, durationUs } = step.point;
  if (commonWindowUs === null || durationUs === null || commonWindowUs >= IN_COMMON_LEAST * durationUs) return [];
  const [common, whole] = [commonWindowUs, durationUs].map((us) => (us / 1e6).toFixed(1));
  const counted =
    spec.load.tool === 'volley'
      ? 'throughput counts that time alone. Measure longer, or check why they did not overlap.'
      : 'throughput is the sum of what each gave on average over its own time, which the target may never have served at once. Use volley, which counts each second, or check why they did not overlap.';
  const sentence = `the clients drove load together for ${common} of ${whole} s, and ${counted}`;
  return [ofStep(step, { code: 'window-short', severity: 'suspect', sentence })];
}

function oversubscribed(step: MeasuredStep, run: Run): Finding[] {
  return toolsOf(step, run).flatMap(({ hostId, name, workers, cpus }) => {
    if (workers <= cpus) return [];
    const sentence = `${plural(workers, 'tool worker')} on ${name} shared ${plural(cpus, 'CPU')}: switching may cost throughput and add latency. Ask for ${cpus === 1 ? 'a single worker' : `${formatCount(cpus)} workers or fewer`}.`;
    return [ofStep(step, { code: 'oversubscribed-client', severity: 'suspect', hostId, sentence })];
  });
}

/** Tools that open as many connections in every worker start fewer of them where the number does not divide. */
function unevenWorkers(step: MeasuredStep, steps: MeasuredStep[]): Finding[] {
  const own = workersRun(step);
  if (!own) return [];
  const before = steps.flatMap((other) => workersRun(other) ?? []).filter((one) => one.connections <= own.connections);
  const most = Math.max(...before.map(({ workers }) => workers));
  if (own.workers > most * WORKERS_FEWER) return [];
  const sentence = `${plural(own.workers, 'tool worker')} drove ${plural(own.connections, 'connection')}; fewer connections had ${formatCount(most)}: the tool may be the limit. Ask for a number that divides, such as ${formatCount(nearest(own.connections, most))}.`;
  return [ofStep(step, { code: 'uneven-tool-workers', severity: 'suspect', sentence })];
}

function workersRun({ spec, point: { toolWorkers } }: MeasuredStep): { connections: number; workers: number } | null {
  if (spec.loop !== 'closed' || spec.toolWorkers !== null || toolWorkers === null || toolWorkers < 1) return null;
  return spec.connections === null ? null : { connections: spec.connections, workers: toolWorkers };
}

const nearest = (connections: number, workers: number): number =>
  Math.max(1, Math.round(connections / workers)) * workers;
