interface Term {
  /** As headings spell it. */
  name: string;
  /** One or two sentences. */
  text: string;
  /** The document that explains it in full. */
  docs: string;
  /** Other labels with the same meaning. */
  also?: readonly string[];
}

/** The terms that headings explain. docs/glossary.md has the same table; a test compares them. */
export const TERMS = {
  throughput: {
    name: 'throughput',
    text: 'Answered requests per second, averaged over the step. Error answers count too. It measures the server only if the server was the bottleneck.',
    docs: 'docs/verdicts.md',
  },
  latency: {
    name: 'latency',
    text: 'How long a request took until it was answered. A closed loop counts from sending it; an open loop from when it was due, if the tool can. Compare percentiles of one kind of loop only.',
    docs: 'docs/load.md',
  },
  p99: {
    name: 'p99',
    text: '99 of 100 requests took no longer than this. A closed loop sends nothing while the server stalls, so those waits are missing. An open loop counts them.',
    docs: 'docs/load.md',
  },
  bottleneck: {
    name: 'bottleneck',
    text: 'What kept throughput from rising: a saturated resource of the server or the client, or too little load.',
    docs: 'docs/verdicts.md',
  },
  'cpu-per-request': {
    name: 'CPU per request',
    text: 'CPU time of the target per request that it served, in µs. Compare it only between runs with the same load.',
    docs: 'docs/glossary.md',
  },
  'in-flight': {
    name: 'in flight',
    also: ['in flight at most'],
    text: 'Requests sent and not answered yet. A closed loop has at most connections × pipelining in flight.',
    docs: 'docs/load.md',
  },
  'closed-loop': {
    name: 'closed loop',
    text: 'Each connection sends its next request when the previous one is answered. If the server stalls, the load stops too, so latency hides the stall: coordinated omission.',
    docs: 'docs/load.md',
  },
  'open-loop': {
    name: 'open loop',
    text: 'Requests are due at a given rate, whether or not earlier ones are answered. A tool that measures latency from the due time shows every stall.',
    docs: 'docs/load.md',
  },
  'coordinated-omission': {
    name: 'coordinated omission',
    text: 'A closed loop sends nothing while the server stalls. The requests that would have waited are missing from its latencies.',
    docs: 'docs/load.md',
  },
  'littles-law': {
    name: 'Little’s law',
    also: ['little’s ratio'],
    text: 'Requests in flight = throughput × mean latency. Little’s ratio divides this by the most that can be in flight. Well above 1, the figures contradict each other.',
    docs: 'docs/verdicts.md',
  },
  saturated: {
    name: 'saturated',
    text: 'A resource with no room left: CPUs and NICs from 85 % of their ceiling, one CPU or thread from 95 %.',
    docs: 'docs/verdicts.md',
  },
  knee: {
    name: 'knee',
    text: 'The highest load that kept a bound or a rate. For throughput: the lowest load that comes within 3 % of the maximum.',
    docs: 'docs/load.md',
  },
  bracket: {
    name: 'bracket',
    text: 'The two loads around the ceiling: the highest below it, and the lowest at or above it.',
    docs: 'docs/load.md',
  },
  'confidence-interval': {
    name: 'confidence interval',
    text: 'The range that holds the true difference in 95 of 100 experiments like this one. If it includes ‘no change’, the test did not show a difference.',
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
    text: 'With 95 % probability, identical configurations differ by less than this on these hosts, over the same number of rounds. A smaller difference may be noise.',
    docs: 'docs/comparing.md',
  },
  softirq: {
    name: 'softirq',
    text: 'Work that an interrupt leaves for later, mostly packets. It runs on the interrupted CPU. A kernel that does not count it separately bills it to the task that ran there.',
    docs: 'docs/tuning.md',
  },
  steal: {
    name: 'steal',
    text: 'Time in which a virtual machine wanted a CPU, but the hypervisor ran something else on it.',
    docs: 'docs/verdicts.md',
  },
  'packet-steering': {
    name: 'packet steering (RPS)',
    text: 'The kernel spreads received packets over CPUs by a hash of their flow. It helps if the NIC has too few queues.',
    docs: 'docs/tuning.md',
  },
  'flow-steering': {
    name: 'flow steering (RFS)',
    text: 'Packets go to the CPU of the task that reads their flow.',
    docs: 'docs/tuning.md',
  },
  'flame-graph': {
    name: 'flame graph',
    text: 'A picture of profile samples: each bar is a function, as wide as its share of the samples, above what called it. A profiled step takes the samples.',
    docs: 'docs/profiles.md',
  },
  validity: {
    name: 'validity',
    text: 'Whether a figure may be used: valid; suspect, to be used with care; invalid, not to be used. An imported figure that nothing could contradict is unchecked.',
    docs: 'docs/verdicts.md',
    also: ['valid', 'suspect', 'invalid', 'unchecked'],
  },
  'other-processes': {
    name: 'other processes',
    text: 'What ran on a host beside target, load generator and the target’s services. CPU time that no process accounts for is not named: the kernel’s own, or of processes that ended between two readings.',
    docs: 'docs/verdicts.md',
    also: ['not named', 'competing load'],
  },
  cv: {
    name: 'coefficient of variation (CV)',
    text: 'How far repeats lie apart: their standard deviation as a share of their mean. At 5 % most repeats lie within 10 % of it.',
    docs: 'docs/experiments.md',
    also: ['cv'],
  },
} as const satisfies Record<string, Term>;

export type TermKey = keyof typeof TERMS;

const KEYS = Object.keys(TERMS) as TermKey[];

/** Terms with every one of these words in their name or labels; of one that is named so exactly, it first. Before anything is typed none. */
export function termsFound(text: string): TermKey[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found = KEYS.filter((key) => words.every((word) => labelsOf(TERMS[key]).some((label) => label.includes(word))));
  const exact = termNamed(text.trim());
  return exact === null ? found : [exact, ...found.filter((key) => key !== exact)];
}

/** The term behind a label such as 'Noise floor'; null if there is none. */
export function termNamed(label: string): TermKey | null {
  const asked = label.toLowerCase();
  return KEYS.find((key) => labelsOf(TERMS[key]).includes(asked)) ?? null;
}

const labelsOf = ({ name, also = [] }: Term): string[] => [name.toLowerCase(), ...also];
