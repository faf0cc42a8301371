import type { ToolAbilities, ToolLoop } from '@contract/load';
import { percentileText, resolutionText } from '@rules/load/latency-resolution';
import { capitalised, listed } from '@rules/words/text';

/** What a tool can do, as sentences of a list. */
export function abilityLines(abilities: ToolAbilities): string[] {
  return [...abilities.loops.map(loopLine), latencyLine(abilities), besidesLine(abilities)];
}

const LATENCY = {
  closed: 'as each connection saw it, which leaves out the wait of requests that a stalled server held up',
  synthetic: 'corrected afterwards for requests that a stalled server held up',
  open: 'counted from when each request was to be sent',
} as const;

function loopLine({ loop, latency, pipelining, poisson, connections, shortestSeconds }: ToolLoop): string {
  const extras = [
    pipelining && 'pipelining',
    poisson && 'Poisson arrivals',
    connections && loop === 'open' && 'a number of connections',
  ].filter(Boolean);
  const takes = extras.length > 0 ? `, with ${listed(extras as string[])} if asked for` : '';
  const least = shortestSeconds > 1 ? `; steps of ${shortestSeconds} s or more` : '';
  return `${loop === 'closed' ? 'Closed' : 'Open'} loop${takes}${least}. Latency is ${LATENCY[latency]}.`;
}

function latencyLine({ resolutionUs, percentiles, histogram }: ToolAbilities): string {
  const told = percentiles.length > 0 ? percentiles.map(percentileText).join(', ') : 'no percentiles';
  const several = histogram
    ? 'with a histogram, so that several clients have common percentiles'
    : 'without a histogram, so that several clients have a range only';
  return `Latency in steps of ${resolutionText(resolutionUs)}: ${told}; ${several}.`;
}

function besidesLine({ workers, mixes, decompression }: ToolAbilities): string {
  const parts = [
    workers === 'none' ? 'its threads cannot be chosen' : `works in ${workers}`,
    mixes ? 'mixes routes' : 'asks one route only',
    decompression ? 'decompresses if asked to' : 'never decompresses',
  ];
  return sentence(listed(parts));
}

/** The same in one line: 'Closed loop with pipelining; open loop. Latency in µs, with a histogram.' */
export function abilityText({ loops, resolutionUs, histogram }: ToolAbilities): string {
  const driven = loops.map(({ loop, latency, pipelining, poisson }) => {
    const extras = [pipelining && 'pipelining', poisson && 'Poisson arrivals'].filter(Boolean) as string[];
    const label = latency === 'synthetic' ? ', latency corrected afterwards' : '';
    return `${loop} loop${extras.length > 0 ? ` with ${listed(extras)}` : ''}${label}`;
  });
  return `${sentence(driven.join('; '))} Latency in steps of ${resolutionText(resolutionUs)}${histogram ? ', with a histogram' : ''}.`;
}

const sentence = (text: string): string => `${capitalised(text)}.`;
