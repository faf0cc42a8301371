import type { AskedStep, CeilingSearch, ProfileKind, Protocol } from '../../contract/load.ts';
import { percentileText } from '../load/latency-resolution.ts';
import { formatCount, formatExact, formatShort, plural } from '../words/numbers.ts';

/** What a step asks, or one client's share of it; null where the source of an imported run does not say. */
type Asked = { connections: number | null; toolWorkers?: number | null } & (
  | { loop: 'closed'; pipelining: number | null }
  | { loop: 'open'; requestsPerSecond: number | null; arrivals: 'constant' | 'poisson' | null }
);

/** A load profile as far as a run says it. */
export interface LoadAsked {
  steps: AskedStep[];
  search: CeilingSearch | null;
  /** Absent of an import. Of HTTP/2 requests under way on a connection are streams. */
  protocol?: Protocol;
}

/** By which a step's requests under way are streams or pipelined. */
export const protocolOf = ({ spec: { load } }: { spec: { load: object } }): Protocol | undefined =>
  'protocol' in load ? (load.protocol as Protocol) : undefined;

/** How people know a step: '100 connections × 16 deep', of HTTP/2 '× 16 streams', '20,000 req/s Poisson over 64 connections', '50 connections, 1 tool worker'. */
export function stepText(step: Asked, protocol: Protocol | undefined): string {
  const workers = step.toolWorkers ? `, ${plural(step.toolWorkers, 'tool worker')}` : '';
  return `${offeredText(step, protocol)}${workers}`;
}

/** The same without the tool's workers, which are no part of what the server sees. */
export function offeredText(step: Asked, protocol: Protocol | undefined): string {
  if (step.loop === 'closed') {
    const connections = step.connections === null ? 'connections not stated' : plural(step.connections, 'connection');
    return `${connections}${deepText(step.pipelining, protocol)}`;
  }
  const random = step.arrivals === 'poisson' ? ' Poisson' : '';
  const over = step.connections === null ? '' : ` over ${plural(step.connections, 'connection')}`;
  const rate = step.requestsPerSecond === null ? 'rate not stated' : `${formatExact(step.requestsPerSecond)} req/s`;
  return `${rate}${random}${over}`;
}

/** The same where there is room for a few characters: '16 conns', '8 × 64 deep', '20 k req/s'. */
export function briefLoadText(step: Asked, protocol: Protocol | undefined): string {
  if (step.loop === 'open')
    return step.requestsPerSecond === null ? 'rate not stated' : `${formatShort(step.requestsPerSecond)} req/s`;
  const { connections, pipelining } = step;
  if (connections === null) return 'not stated';
  if (pipelining === null) return `${formatCount(connections)} × ? deep`;
  return pipelining === 1
    ? `${formatCount(connections)} ${connections === 1 ? 'conn' : 'conns'}`
    : `${formatCount(connections)}${deepText(pipelining, protocol)}`;
}

function deepText(pipelining: number | null, protocol?: Protocol): string {
  if (pipelining === null) return ', depth not stated';
  return pipelining > 1 ? ` × ${formatCount(pipelining)} ${protocol === 'h2' ? 'streams' : 'deep'}` : '';
}

/** '10/50 connections × 5 s', '1,000–9,000 req/s × 20 s, 6 steps', 'ceiling search over connections, 10 to 10,000 × 5 s'. */
export function loadText(load: LoadAsked): string {
  if (load.search) return searchText(load);
  const plain = load.steps.filter((step) => step.profiles.length === 0);
  const profiled = load.steps.length - plain.length;
  const told = plain.length > 0 ? plain : load.steps;
  const parts = [
    rampText(told.filter(isClosed), load.protocol),
    rampText(told.filter(isOpen), load.protocol),
    profiled > 0 && `${formatCount(profiled)} profiled`,
  ];
  return parts.filter(Boolean).join(', ');
}

type Step<L extends AskedStep['loop']> = Extract<AskedStep, { loop: L }>;
const isClosed = (step: AskedStep): step is Step<'closed'> => step.loop === 'closed';
const isOpen = (step: AskedStep): step is Step<'open'> => step.loop === 'open';

function searchText({ steps, search, protocol }: LoadAsked): string {
  const [first] = steps;
  if (!first || !search) return '';
  const [what, from] = first.loop === 'closed' ? ['connections', first.connections] : ['rate', first.requestsPerSecond];
  const unit = first.loop === 'open' ? ' req/s' : '';
  const deep = first.loop === 'closed' ? deepText(first.pipelining, protocol) : '';
  const until =
    search.ceiling.kind === 'latency'
      ? `, ${percentileText(search.ceiling.percentile)} ≤ ${search.ceiling.mostMs} ms`
      : '';
  return `ceiling search over ${what}, ${from === null ? '' : `${formatCount(from)} `}to ${formatCount(search.most)}${unit}${deep} × ${first.durationSeconds} s${until}`;
}

/** The steps of one loop in words, loads × seconds; empty without steps. */
function rampText(steps: AskedStep[], protocol?: Protocol): string {
  const [first] = steps;
  if (!first) return '';
  const values = known(steps.map((step) => (step.loop === 'closed' ? step.connections : step.requestsPerSecond)));
  if (values.length < steps.length) return plural(steps.length, 'step');
  const distinct = [...new Set(values)];
  const few = steps.length <= 3 || distinct.length === 1;
  const counts = few ? distinct.map(formatExact).join('/') : range(values);
  const many = few && distinct.length === steps.length ? '' : `, ${plural(steps.length, 'step')}`;
  const seconds = range(known(steps.map((step) => step.durationSeconds)));
  const lasting = seconds === '' ? '' : ` × ${seconds} s`;
  return `${counts} ${unitOf(steps, values)}${besides(steps, protocol)}${lasting}${many}`;
}

function unitOf(steps: AskedStep[], values: number[]): string {
  if (steps[0]?.loop === 'closed') return values.every((count) => count === 1) ? 'connection' : 'connections';
  const poisson = steps.filter((step) => step.loop === 'open' && step.arrivals === 'poisson').length;
  if (poisson === 0) return 'req/s';
  return poisson === steps.length ? 'req/s Poisson' : 'req/s, some Poisson';
}

/** Depth, connections of a rate and tool workers, where they are asked for. */
function besides(steps: AskedStep[], protocol?: Protocol): string {
  const depth = range(known(steps.filter(isClosed).map(({ pipelining }) => pipelining)));
  const over = range(known(steps.filter(isOpen).map(({ connections }) => connections)));
  const workers = range(known(steps.map(({ toolWorkers }) => toolWorkers)));
  return [
    depth && depth !== '1' && ` × ${depth} ${protocol === 'h2' ? 'streams' : 'deep'}`,
    over && ` over ${over} ${over === '1' ? 'connection' : 'connections'}`,
    workers && ` × ${workers} tool ${workers === '1' ? 'worker' : 'workers'}`,
  ]
    .filter(Boolean)
    .join('');
}

const known = (values: (number | null)[]): number[] => values.filter((value) => value !== null);

function range(values: number[]): string {
  if (values.length === 0) return '';
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return low === high ? formatExact(low) : `${formatExact(low)}–${formatExact(high)}`;
}

const KINDS: Record<ProfileKind, string> = {
  cpu: 'CPU',
  block: 'block',
  mutex: 'mutex',
  heap: 'heap',
  goroutine: 'goroutine',
  'on-cpu': 'on-CPU',
};

/** 'CPU, mutex'. */
export const profilesText = (profiles: ProfileKind[]): string => profiles.map((kind) => KINDS[kind]).join(', ');

/** A share of the whole: '60 %', '33.3 %', '<0.1 %', '>99.9 %'. */
export function shareText(share: number): string {
  const percent = Number((share * 100).toFixed(1));
  if (percent === 0 && share > 0) return '<0.1 %';
  return percent === 100 && share < 1 ? '>99.9 %' : `${percent} %`;
}
