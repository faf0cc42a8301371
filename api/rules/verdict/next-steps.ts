import type { Wall } from '../../contract/verdict.ts';
import { plural } from '../words/numbers.ts';
import { mainlySoftirq } from './limits.ts';
import type { Situation } from './situation.ts';
import { CULPRIT_LEAST_CPUS } from './thresholds.ts';

/** The next experiment: what would move each wall. */
export const NEXT: Record<Exclude<Wall, 'unknown'>, (situation: Situation, detail?: string) => string> = {
  'competing-load': ({ evidence }) => {
    const names = culpritsOf(evidence);
    if (names.some((name) => BROWSER.test(name)))
      return 'Close the browser on that host (watch from another machine, or look when the run is over), stop other processes, and rerun.';
    if (names[0] === API_PROCESS)
      return 'millionrps itself runs on that host: close the pages that show the run, or measure on hosts of their own; stop other processes, and rerun.';
    return 'Stop other processes and rerun.';
  },
  'client-cpu': (situation) => `${moreClient(situation)}, and see whether throughput rises.`,
  'client-thread': ({ limits, run }) => {
    const side = limits.find(({ wall }) => wall === 'client-thread')?.host;
    if (side && mainlySoftirq(side)) {
      return 'Spread the packets of the client’s NIC over more CPUs (queues, interrupts, packet steering), and see whether throughput rises.';
    }
    const cpus = side?.cpusAllowed ?? side?.cpus;
    const room = cpus ? ` (it may use ${plural(cpus, 'CPU')})` : '';
    const other = isVolley(run) ? '' : ', or use a load generator with a thread for each CPU, such as volley';
    return `Ask for more workers of the tool${room}, with connections for each of them${other}, and see whether throughput rises.`;
  },
  'server-cpu': ({ run }) =>
    `${canProfile(run) ? 'Profile the target’s CPU time and make' : 'Make'} a request cheaper, or give it more CPUs, and see whether throughput rises by as much.`,
  'server-core': ({ limits, run }) => {
    const side = limits.find(({ wall }) => wall === 'server-core')?.host;
    return side && mainlySoftirq(side)
      ? 'Spread the packets of the server’s NIC over more CPUs (queues, interrupts, packet steering), and see whether throughput rises.'
      : `Give the target more workers (${workersOf(run)}) or more connections, so that the work spreads over its CPUs, and see whether throughput rises.`;
  },
  'nic-bandwidth': () =>
    'Make responses smaller (compress them, or choose another route), or use a host or an instance type with more bandwidth, and see whether throughput rises.',
  'packet-rate': ({ limits }) =>
    limits.every(({ wall, told }) => wall !== 'packet-rate' || told.includes('conntrack'))
      ? 'Open fewer connections and keep them open, or use an instance type that tracks more of them, and see whether throughput rises.'
      : 'Send fewer and fuller packets (pipelining, larger responses for each request, a larger MTU), or use an instance type with a higher limit of packets, and see whether throughput rises.',
  'offered-load': () =>
    'Raise the rate until it is no longer met to find the limit (a ceiling search does so by itself); at this rate look at latency and CPU per request.',
  'lock-contention': (_, functionName) =>
    `Hold the lock for less time in ${functionName ?? 'that function'}, or split it so that fewer requests share one, and run the same load again.`,
  concurrency: () =>
    'Look at the steps with more in flight, and go on until throughput rises no more: a ceiling search does so by itself.',
  several: (situation) =>
    situation.limits.some(({ host }) => host.side === 'client')
      ? `${moreClient(situation)}: what then stays full is the limit.`
      : 'Change one of them at a time and see which one moves throughput.',
};

/** What the API's process is called: at most 15 bytes, as the kernel keeps them. */
export const API_PROCESS = 'millionrps-api';
/** Browsers, also by the names of their processes that draw pages. */
const BROWSER = /^(chrom|google-chrome|firefox|web content|isolated web|webkit|msedge|brave|opera|vivaldi)/i;

/** The competing processes by name, the busiest first. */
function culpritsOf({ server, clients }: Situation['evidence']): string[] {
  const others = [...(server ? [server] : []), ...clients].flatMap(({ competitors }) => competitors ?? []);
  const named = others.filter(({ cpus }) => cpus >= CULPRIT_LEAST_CPUS);
  return named.sort((a, b) => b.cpus - a.cpus).map(({ name }) => name);
}

function moreClient({ run }: Situation): string {
  if (isVolley(run)) return 'Add a client host or give the tool more CPUs';
  return 'Add a client host, or use a load generator that costs less CPU for each request, such as volley';
}

const isVolley = ({ spec }: Situation['run']): boolean => spec.load.tool === 'volley';

type AnyRun = Situation['run'];

/** What a run may ask of the reference server, others are given by their own configuration. */
const workersOf = ({ spec: { target } }: AnyRun): string =>
  target.kind === 'named' || target.kind === 'listening' ? 'in its own configuration' : 'prefork, GOMAXPROCS';

/** A host's own target is profiled where its configuration file says where its profiles are; what listens already never is. */
export function canProfile({ spec: { target }, hosts }: AnyRun): boolean {
  if (target.kind === 'listening') return false;
  if (target.kind !== 'named') return true;
  return hosts.some(({ facts }) => facts?.targets.some(({ name, profiles }) => name === target.name && profiles));
}
