import type { ComparedMetric, CouldShow } from '../../contract/comparison.ts';
import type { SideEvidence, StepEvidence } from '../../contract/evidence.ts';
import type { RunStep } from '../../contract/step.ts';
import type { StepStanding } from '../../contract/verdict.ts';
import { WALLS } from '../../contract/words.ts';
import { rateMet } from '../findings/findings-of-load.ts';
import { traitsOf } from '../load/tool-traits.ts';
import { percent } from '../verdict/amounts.ts';
import { cpuState, cpuStateIn } from '../verdict/cpu-busy.ts';
import { sidesOf } from '../verdict/measured-step.ts';
import { listed, orListed } from '../words/text.ts';
import { type AskedLoad, differenceText, loadDifference } from './asked-load.ts';
import { isLatency, METRIC_WORDS, metricTitle } from './figures.ts';
import { sidesText } from './sides-text.ts';

/** What one side is called, and its steps that are compared. */
export interface ShownSide {
  name: string;
  /** The load of the step; null where it has none. */
  asked: AskedLoad | null;
  /** What was asked for: the same text where it is the same. */
  requests: string;
  /** What limited most of its runs, in words; null where that is not known. */
  wall: string | null;
  /** How many runs it has. */
  runs: number;
  /** One of each of its runs, without those that are invalid where others are not. */
  steps: ShownStep[];
}

/** `not-read`: what was observed is not at hand, so nothing is said of it. */
export type ShownStep = Pick<RunStep, 'spec' | 'point' | 'clients'> & {
  verdict: StepStanding | null;
  evidence: RunStep['evidence'] | 'not-read';
  /** What was saturated of its clients, as verdicts name it: 'one client thread at 98 %'. */
  clientsFull: string[];
};

export interface Shown {
  couldShow: CouldShow;
  /** The reason, or what else to know. */
  sentence: string;
}

/** Above this a client waits for itself often enough for its own queue to be in the latencies. */
const CLIENT_BUSY_MOST = 0.7;

/**
 * Whether this test could have shown a difference of the server at all. Throughput: only where the server or its NIC
 * was the wall on both sides. Latency: only under an open loop whose rate was met by a client with room to spare. Both
 * need one tool and one wall. CPU per request: by the same tool and load, whatever the wall; the client's own also between
 * tools, as a difference of the tools. Under two loads it is a difference of both.
 */
export function couldHaveShown(metric: ComparedMetric, baseline: ShownSide, other: ShownSide): Shown {
  const sides = [baseline, other];
  const shown = isCpu(metric)
    ? cpuShown(metric, sides)
    : rankable(sides, isLatency(metric) ? latencyShown : throughputShown);
  if (shown.couldShow !== 'yes') return { ...shown, sentence: `${before(shown.couldShow, metric)}: ${shown.sentence}` };
  const loads = loadsText(metric, sides);
  return loads === null
    ? shown
    : { ...shown, sentence: `${shown.sentence} The server ran under two loads (${loads}).` };
}

const isCpu = (metric: ComparedMetric): boolean => METRIC_WORDS[metric].quantity === 'cpu-per-request';

/** Throughput and latency rank servers only where one tool drove both and one thing limited both. */
function rankable(sides: ShownSide[], of: (sides: ShownSide[]) => Shown): Shown {
  const shown = of(sides);
  if (shown.couldShow === 'no') return shown;
  const tools = toolsText(sides);
  if (tools !== null) return told('no', `${tools} drive and time load differently.`);
  const [from, to] = sides.map(({ wall }) => wall);
  if (!from || !to || from === to) return shown;
  return told('no', `different bottlenecks (${from}, then ${to}).`);
}

/** Of the client's own CPU time the tool is what is compared, and no difference of the load. */
const ofTool = (metric: ComparedMetric): boolean => metric === 'clientCpuUsPerRequest';

function loadsText(metric: ComparedMetric, [baseline, other]: ShownSide[]): string | null {
  const asked = (side: ShownSide | undefined) =>
    side?.asked ? { ...side.asked, ...(ofTool(metric) && { tool: null }) } : null;
  const difference = loadDifference(asked(baseline), asked(other));
  return difference && differenceText(difference, baseline?.name ?? '', other?.name ?? '');
}

/** Names the known tools, as in 'volley and wrk'; null where it is one. */
function toolsText(sides: ShownSide[]): string | null {
  const tools = [...new Set(sides.flatMap(({ asked }) => asked?.tool ?? []))];
  return tools.length > 1 ? listed(tools) : null;
}

/** Why a run of a side could not have shown it; runs and sides with the same reason share one sentence. */
interface Reason {
  couldShow: 'no' | 'cannot-tell';
  /** Of the side. */
  name: string;
  /** Where a wall is not known because a side was not measured. */
  unseen?: { client: boolean; server: boolean };
  /** The most that a client was busy. */
  busy?: number;
  /** What was saturated of the clients. */
  full?: string[];
  sentence: (who: Who) => string;
}

/** A side, several, or some runs of them: 'A', 'A and B', '2 of 6 runs of B'. */
interface Who {
  names: string;
  several: boolean;
  /** The busiest client of those that share the sentence, 0 to 1, and whether they differ. */
  busy: number;
  busyDiffers: boolean;
  /** Everything that was saturated in any of them. */
  full: string[];
}

const before = (couldShow: Reason['couldShow'], metric: ComparedMetric): string =>
  couldShow === 'no'
    ? `${metricTitle(metric)} can’t rank them`
    : `Unclear whether ${METRIC_WORDS[metric].label} ranks them`;

const told = (couldShow: Reason['couldShow'], sentence: string): Shown => ({ couldShow, sentence });
const no = (name: string, sentence: Reason['sentence']): Reason => ({ couldShow: 'no', name, sentence });
const cannotTell = (name: string, sentence: Reason['sentence']): Reason => ({
  couldShow: 'cannot-tell',
  name,
  sentence,
});

/** The gravest reason, with every side that it holds for, and in how many of its runs. */
function worst(sides: ShownSide[], found: Reason[], fine: string): Shown {
  const first = found.find(({ couldShow }) => couldShow === 'no') ?? found[0];
  if (!first) return { couldShow: 'yes', sentence: fine };
  if (first.unseen) return told(first.couldShow, unseenText(sides, found));
  const text = ({ sentence }: Reason): string =>
    sentence({ names: '', several: false, busy: 0, busyDiffers: false, full: [] });
  const same = found.filter((one) => one.couldShow === first.couldShow && text(one) === text(first));
  const { names, count } = whoOf(sides, same);
  const busy = Math.max(0, ...same.map((one) => one.busy ?? 0));
  const busyDiffers = same.some((one) => one.busy !== same[0]?.busy);
  const full = [...new Set(same.flatMap((one) => one.full ?? []))];
  return told(first.couldShow, first.sentence({ names, several: count > 1, busy, busyDiffers, full }));
}

const whoOf = (sides: ShownSide[], found: Reason[]): { names: string; count: number } =>
  sidesText(
    sides.map(({ name, runs, steps }) => {
      const held = found.filter((one) => one.name === name).length;
      return { name, runs: held, counted: steps.length, of: runs };
    }),
  );

const were = ({ names, several }: Who): string => `${names} ${several ? 'were' : 'was'}`;
const its = ({ several }: Who): string => (several ? 'their clients' : 'its client');

function throughputShown(sides: ShownSide[]): Shown {
  const found = sides.flatMap(({ name, steps }) => steps.flatMap((step) => throughputReason(name, step) ?? []));
  return worst(sides, found, 'The server or its NIC limited both sides, so throughput ranks them.');
}

function throughputReason(name: string, { verdict, evidence }: ShownStep): Reason | null {
  if (!verdict) return cannotTell(name, ({ names }) => `the bottleneck of ${names} was not judged.`);
  const { wall, walls, confidence, validity, lowerBound } = verdict;
  if (validity === 'invalid')
    return no(
      name,
      ({ names, several }) => `${several ? 'figures' : 'a figure'} of ${names} ${several ? 'are' : 'is'} invalid.`,
    );
  if (wall === 'unknown' || wall === null) return unobserved(name, evidence);
  const limits = wall === 'several' ? walls : [wall];
  const likely = confidence === 'likely';
  const names = limits.map((one) => WALLS[one].name);
  const by = likely ? orListed(names) : listed(names);
  const limited = (who: Who): string => `${were(who)} ${likely ? 'probably ' : ''}limited`;
  if (limits.every((one) => WALLS[one].isOfServer)) {
    if (lowerBound) return no(name, (who) => `${limited(who)} by ${by} of ${its(who)}.`);
    if (confidence === 'measured') return null;
    return cannotTell(name, (who) => `${were(who)} only probably limited by ${by}.`);
  }
  return no(name, (who) => `${limited(who)} by ${by}${wall === 'several' && !likely ? ' at once' : ''}.`);
}

function unobserved(name: string, evidence: ShownStep['evidence']): Reason {
  const unknown = cannotTell(name, ({ names }) => `the bottleneck of ${names} is unknown.`);
  if (evidence === 'not-read') return unknown;
  const client = (evidence?.clients.length ?? 0) === 0;
  const server = !evidence?.server;
  if (!client && !server) return unknown;
  return { ...cannotTell(name, ({ names }) => `${names} was not fully measured.`), unseen: { client, server } };
}

/** 'the client was not measured in A and B, nor the server in B.' */
function unseenText(sides: ShownSide[], found: Reason[]): string {
  const of = (side: 'client' | 'server'): string => {
    const unseen = found.filter((one) => one.unseen?.[side]);
    return whoOf(sides, unseen).names;
  };
  const [client, server] = [of('client'), of('server')];
  const both = found.every(({ unseen }) => !unseen || unseen.client === unseen.server);
  if (client === server && both) return `neither the client nor the server was measured in ${client}.`;
  if (client === '') return `the server was not measured in ${server}.`;
  return `the client was not measured in ${client}${server === '' ? '' : `, nor the server in ${server}`}.`;
}

function latencyShown(sides: ShownSide[]): Shown {
  const found = sides.flatMap((side) => {
    const of = (reason: typeof latencyReason): Reason[] => side.steps.flatMap((step) => reason(side, step) ?? []);
    return [latencyReason, droppedReason, clientsFullReason].flatMap(of);
  });
  return worst(sides, found, 'Open loop, rate met, clients with headroom: latency ranks them.');
}

/** What a tool dropped would have waited, and is in no latency. */
const droppedReason = ({ name, asked }: ShownSide, { point }: ShownStep): Reason | null =>
  traitsOf(asked?.tool).dropsWhatIsDue && (point?.unsent ?? 0) > 0
    ? no(name, ({ names }) => `${asked?.tool} dropped requests in ${names} that would have waited; lower the rate.`)
    : null;

/** One thread, a NIC or a quota may be used up while the CPUs of the client idle. */
function clientsFullReason({ name }: ShownSide, { clientsFull }: ShownStep): Reason | null {
  if (clientsFull.length === 0) return null;
  const reason = no(
    name,
    ({ names, full }) =>
      `the client of ${names} was saturated (${listed(full)}), so latencies include its own waits; add a client.`,
  );
  return { ...reason, full: clientsFull };
}

function latencyReason({ name }: ShownSide, { spec, point, evidence: observed, clients }: ShownStep): Reason | null {
  const evidence = observed === 'not-read' ? null : observed;
  if (spec.loop === 'closed')
    return no(name, (who) => `${were(who)} driven in a closed loop (coordinated omission); use an open loop.`);
  if (point && point.latencyMs.loop !== 'open')
    return no(name, ({ names }) => `the tool of ${names} times requests from when they were sent, not due.`);
  if (spec.requestsPerSecond === null)
    return cannotTell(name, ({ names }) => `the rate offered in ${names} is unknown.`);
  const rate = point && rateMet({ spec, point, evidence });
  if (rate?.exceeded) return no(name, ({ names }) => `more was sent in ${names} than was asked.`);
  if (rate && !rate.met && !rate.late && !rate.tooShort && rate.backlog?.by !== 'median')
    return no(name, ({ names, several }) =>
      several
        ? `${names} missed their rates, so queues grew; lower the rate.`
        : `${names} missed its rate, so a queue grew; lower the rate.`,
    );
  if (evidence && heldByOthers(evidence))
    return no(name, ({ names }) => `other processes held CPUs in ${names}; stop them and rerun.`);
  const busy = evidence?.clients.map(mostBusy) ?? [];
  const most = Math.max(0, ...busy.filter((one) => one !== null));
  if (most >= CLIENT_BUSY_MOST) return busyReason(name, most);
  if (rate?.late || rate?.tooShort)
    return cannotTell(
      name,
      ({ names }) => `not all requests of ${names} were answered in time, and those may be in no latency.`,
    );
  if (rate?.backlog?.by === 'median')
    return cannotTell(name, ({ names }) => `nothing counted whether requests queued in ${names}.`);
  if (busy.length < Math.max(1, clients.length) || busy.some((one) => one === null))
    return cannotTell(name, ({ names }) => `how busy the client of ${names} was is unknown.`);
  return null;
}

const busyReason = (name: string, most: number): Reason => ({
  ...no(
    name,
    ({ names, busy, busyDiffers }) =>
      `the client of ${names} was ${busyDiffers ? 'up to ' : ''}${percent(busy)} busy (limit ${percent(CLIENT_BUSY_MOST)}); add a client.`,
  ),
  busy: most,
});

function heldByOthers(evidence: StepEvidence): boolean {
  return sidesOf(evidence).some((side) => cpuStateIn(evidence, side).fullness === 'held');
}

/** The most that it may have been, 0 to 1: of its machine's CPUs or of its own process. */
function mostBusy(client: SideEvidence): number | null {
  const { busy, process } = cpuState(client);
  const known = [busy?.high ?? null, process?.share ?? null].filter((one) => one !== null);
  return known.length === 0 ? null : Math.max(...known);
}

function cpuShown(metric: ComparedMetric, sides: ShownSide[]): Shown {
  const tools = [...new Set(sides.map(({ asked }) => asked?.tool ?? null))];
  const named = listed(tools.map((tool) => tool ?? 'a tool that is not named'));
  if (tools.length > 1 && !ofTool(metric)) return told('no', `${named} load a server differently.`);
  if (tools.includes(null)) return told('cannot-tell', 'the load generator is unknown.');
  if (new Set(sides.map(({ requests }) => requests)).size > 1) {
    return told('no', 'the requests differ.');
  }
  const loads = loadsText(metric, sides);
  if (loads !== null) return told('no', `the loads differ (${loads}).`);
  return {
    couldShow: 'yes',
    sentence:
      tools.length > 1
        ? `Same load asked of ${named}: the client’s CPU per request ranks them. It says nothing about the server.`
        : 'Same tool and load: CPU per request ranks them, whatever the bottleneck.',
  };
}
