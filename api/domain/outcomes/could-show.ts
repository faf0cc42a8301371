import type { ComparedMetric, CouldShow } from '../../contract/comparison.ts';
import type { SideEvidence } from '../../contract/evidence.ts';
import type { RunStep } from '../../contract/run.ts';
import type { Wall } from '../../contract/verdict.ts';
import { listed } from '../side-names.ts';
import { cpuState } from '../verdict/cpu-busy.ts';
import { WALL_WORDS } from '../verdict/words.ts';
import { type AskedLoad, differenceText, loadDifference } from './asked-load.ts';
import { isLatency } from './figures.ts';

/** What one side is called, and its steps that are compared. */
export interface ShownSide {
  name: string;
  /** Of the step; null where it has none. */
  asked: AskedLoad | null;
  /** What was asked for: the same text where it is the same. */
  requests: string;
  steps: RunStep[];
}

export interface Shown {
  couldShow: CouldShow;
  /** Says why, or what there is to know. */
  sentence: string;
}

/** Walls that are the server's own: its throughput is what moves when it changes. */
const SERVER_WALLS: Wall[] = ['server-cpu', 'server-core', 'nic-bandwidth', 'packet-rate', 'lock-contention'];
/** Above this a client waits for itself often enough for its own queue to be in the latencies. */
const CLIENT_BUSY_MOST = 0.7;
const RATE_MET_LEAST = 0.95;

/**
 * Whether this test could have shown a difference of the server at all: its throughput only where the server or its NIC was
 * the wall on both sides, its latency only under an open loop whose rate was met by a client with room to spare, timed by one
 * tool, and CPU per request by the same tool and load, whatever the wall. Under two loads it is a difference of both.
 */
export function couldHaveShown(metric: ComparedMetric, baseline: ShownSide, other: ShownSide): Shown {
  const sides = [baseline, other];
  const of = metric === 'requestsPerSecond' ? throughputShown : isLatency(metric) ? latencyShown : cpuShown;
  const shown = of(sides);
  const loads = loadsText(sides);
  if (shown.couldShow !== 'yes' || loads === null) return shown;
  return { ...shown, sentence: `${shown.sentence} It is one of the server under two loads (${loads}).` };
}

function loadsText([baseline, other]: ShownSide[]): string | null {
  const difference = loadDifference(baseline?.asked ?? null, other?.asked ?? null);
  return difference && differenceText(difference, baseline?.name ?? '', other?.name ?? '');
}

/** Of those that are known: 'volley and wrk'; null where it is one. */
function toolsText(sides: ShownSide[]): string | null {
  const tools = [...new Set(sides.flatMap(({ asked }) => asked?.tool ?? []))];
  return tools.length > 1 ? listed(tools) : null;
}

const worst = (found: Shown[], fine: string): Shown =>
  found.find(({ couldShow }) => couldShow === 'no') ??
  found.find(({ couldShow }) => couldShow === 'cannot-tell') ?? { couldShow: 'yes', sentence: fine };

const no = (sentence: string): Shown => ({
  couldShow: 'no',
  sentence: `This test could not have shown it: ${sentence}`,
});
const cannotTell = (sentence: string): Shown => ({
  couldShow: 'cannot-tell',
  sentence: `Cannot tell whether this test could have shown a difference: ${sentence}`,
});

function throughputShown(sides: ShownSide[]): Shown {
  const found = sides.flatMap(({ name, steps }) =>
    steps.flatMap(({ verdict, evidence }): Shown[] => {
      if (!verdict) return [cannotTell(`what limited ${name} was not looked at.`)];
      const { wall, walls, confidence, validity, lowerBound } = verdict;
      if (validity === 'invalid') return [no(`a figure of ${name} is invalid.`)];
      if (wall === 'unknown' || wall === null) return [cannotTell(`${unobservedText(evidence)} in ${name}.`)];
      const limits = wall === 'several' ? walls : [wall];
      const by = limits.map((one) => WALL_WORDS[one]).join(' and ');
      if (limits.every((one) => SERVER_WALLS.includes(one))) {
        if (lowerBound) return [no(`${name} was limited by ${by} of its client, not by the server or its NIC.`)];
        if (confidence === 'measured') return [];
        return [cannotTell(`${name} was probably limited by ${by}, but not every side was measured.`)];
      }
      if (wall === 'several') return [no(`${name} was limited by ${by} at once, so by more than the server.`)];
      return [no(`${name} was limited by ${WALL_WORDS[wall]}, not by the server or its NIC.`)];
    }),
  );
  return worst(
    found,
    'The server or its NIC was the wall on both sides, so a difference of it shows in the throughput.',
  );
}

function unobservedText(evidence: RunStep['evidence']): string {
  const client = (evidence?.clients.length ?? 0) === 0;
  const server = !evidence?.server;
  if (client && server) return 'neither the client nor the server was measured';
  if (client) return 'the client was not measured';
  return server ? 'the server was not measured' : 'what limited it is not known';
}

function latencyShown(sides: ShownSide[]): Shown {
  const tools = toolsText(sides);
  const timed = tools && no(`the sides were timed by ${tools}, each in a way of its own; use one tool on every side.`);
  const found = sides.flatMap(({ name, steps }) =>
    steps.flatMap(({ spec, point, evidence, clients }): Shown[] => {
      if (spec.loop === 'closed') {
        return [
          no(`${name} was driven in a closed loop, which stops asking while the server stalls; drive an open loop.`),
        ];
      }
      if (spec.requestsPerSecond === null) return [cannotTell(`which rate was asked for in ${name} is not known.`)];
      if (point && point.requestsPerSecond < RATE_MET_LEAST * spec.requestsPerSecond) {
        return [
          no(`${name} did not meet its rate, so its latency is that of a queue that grows; ask for a lower rate.`),
        ];
      }
      const busy = evidence?.clients.map(mostBusy) ?? [];
      if (busy.length < Math.max(1, clients.length) || busy.some((one) => one === null)) {
        return [cannotTell(`how busy the client of ${name} was is not known.`)];
      }
      const most = Math.max(...busy.filter((one) => one !== null));
      if (most < CLIENT_BUSY_MOST) return [];
      return [
        no(
          `the client of ${name} was ${Math.round(most * 100)} % busy (${CLIENT_BUSY_MOST * 100} % at most), so its own waiting is in the latencies; add a client.`,
        ),
      ];
    }),
  );
  return worst(
    [...found, ...(timed ? [timed] : [])],
    'Both sides met their rate in an open loop, with clients that had room to spare.',
  );
}

/** The most that it may have been, 0 to 1: of its machine's CPUs or of its own process. */
function mostBusy(client: SideEvidence): number | null {
  const { busy, process } = cpuState(client);
  const known = [busy?.high ?? null, process?.share ?? null].filter((one) => one !== null);
  return known.length === 0 ? null : Math.max(...known);
}

function cpuShown(sides: ShownSide[]): Shown {
  const tools = [...new Set(sides.map(({ asked }) => asked?.tool ?? null))];
  if (tools.length > 1) {
    const named = tools.map((tool) => tool ?? 'a tool that is not named').join(' and ');
    return no(`the sides were driven by ${named}, which load a server differently.`);
  }
  if (tools[0] === null) return cannotTell('which tool drove the sides is not known.');
  if (new Set(sides.map(({ requests }) => requests)).size > 1) {
    return no('the sides were asked for other requests, which cost a server differently.');
  }
  const loads = loadsText(sides);
  if (loads !== null)
    return no(`the sides had other loads (${loads}), which cost a server differently for each request.`);
  return {
    couldShow: 'yes',
    sentence: 'CPU per request shows a difference whatever the wall: tool and load are the same.',
  };
}
