interface Term {
  /** As it stands in headings. */
  name: string;
  /** One or two sentences. */
  text: string;
  /** Where the whole of it stands. */
  docs: string;
  /** Labels that are not its name and ask for the same. */
  also?: readonly string[];
}

/** What a reader may ask of a heading. docs/glossary.md has the same, which a test holds. */
export const TERMS = {
  throughput: {
    name: 'throughput',
    text: 'Answered requests per second, on average over the step; error answers count too. It is a figure of the server only where the server was the limit.',
    docs: 'docs/verdicts.md',
  },
  p99: {
    name: 'p99',
    text: '99 of 100 requests took no longer than this. A closed loop asks nothing while the server stalls, so those waits are missing; an open loop counts them.',
    docs: 'docs/load.md',
  },
  bottleneck: {
    name: 'bottleneck',
    text: 'What kept throughput from rising: a saturated resource of the server or the client, or too little load.',
    docs: 'docs/verdicts.md',
  },
  'cpu-per-request': {
    name: 'CPU per request',
    text: 'CPU time of the target per request that it served, in µs. Compare it only between runs of the same load.',
    docs: 'docs/glossary.md',
  },
  'in-flight': {
    name: 'in flight',
    also: ['in flight at most'],
    text: 'Requests that were sent and not answered yet. A closed loop has at most connections × pipelining of them.',
    docs: 'docs/load.md',
  },
  'closed-loop': {
    name: 'closed loop',
    text: 'A connection asks again once it was answered. When the server stalls the load stops too, so latency hides the stall: coordinated omission.',
    docs: 'docs/load.md',
  },
  'open-loop': {
    name: 'open loop',
    text: 'Requests are due at a rate, whether earlier ones were answered or not. A tool that counts latency from when a request was due shows every stall.',
    docs: 'docs/load.md',
  },
  'coordinated-omission': {
    name: 'coordinated omission',
    text: 'A closed loop sends nothing while the server stalls, so the requests that would have waited are missing from its latencies.',
    docs: 'docs/load.md',
  },
  'littles-law': {
    name: 'Little’s law',
    also: ['little’s ratio'],
    text: 'Requests in flight are throughput × latency. Little’s ratio divides them by the most that can be in flight: well above 1, the figures contradict each other.',
    docs: 'docs/verdicts.md',
  },
  saturated: {
    name: 'saturated',
    text: 'A resource without room left: CPUs and NICs from 85 % of their ceiling on, one CPU or thread from 95 %.',
    docs: 'docs/verdicts.md',
  },
  knee: {
    name: 'knee',
    text: 'The highest load that kept a bound or a rate. For throughput: the least load that comes within 3 % of the most.',
    docs: 'docs/load.md',
  },
  bracket: {
    name: 'bracket',
    text: 'The two loads between which the ceiling lies: the highest below it, and the lowest at or beyond it.',
    docs: 'docs/load.md',
  },
  'confidence-interval': {
    name: 'confidence interval',
    text: 'The range that holds the true difference in 95 of 100 experiments like this one. While it includes no change, there is no answer.',
    docs: 'docs/comparing.md',
  },
  power: {
    name: 'power',
    text: 'How often a difference of that size is detected: at 80 % power, in 80 of 100 experiments.',
    docs: 'docs/comparing.md',
  },
  margin: {
    name: 'margin',
    text: 'The smallest difference that matters, fixed before the first run: 2 % is a ratio of 1.02 or 1 / 1.02. Results within it are equivalent.',
    docs: 'docs/experiments.md',
  },
  'noise-floor': {
    name: 'noise floor',
    text: 'What the means of identical configurations differ by at most, with 95 % probability, over as many rounds on these hosts. A smaller difference is noise.',
    docs: 'docs/comparing.md',
  },
  softirq: {
    name: 'softirq',
    text: 'Work that an interrupt leaves for later, mostly packets. It runs on the CPU that was interrupted. A kernel that does not account for it apart bills it to the task that ran there.',
    docs: 'docs/tuning.md',
  },
  steal: {
    name: 'steal',
    text: 'Time in which a virtual machine wanted a CPU and the hypervisor ran something else there.',
    docs: 'docs/verdicts.md',
  },
  'packet-steering': {
    name: 'packet steering (RPS)',
    text: 'The kernel spreads received packets over CPUs by a hash of their flow, where the NIC has too few queues.',
    docs: 'docs/tuning.md',
  },
  'flow-steering': {
    name: 'flow steering (RFS)',
    text: 'Packets go to the CPU whose task reads their flow.',
    docs: 'docs/tuning.md',
  },
} as const satisfies Record<string, Term>;

export type TermKey = keyof typeof TERMS;

const KEYS = Object.keys(TERMS) as TermKey[];

/** The term that a label stands for, as 'Noise floor' does; null of any other. */
export function termNamed(label: string): TermKey | null {
  const asked = label.toLowerCase();
  return KEYS.find((key) => labelsOf(TERMS[key]).includes(asked)) ?? null;
}

const labelsOf = ({ name, also = [] }: Term): string[] => [name.toLowerCase(), ...also];
