import type { DescribedTarget } from '@contract/imported';
import type { AskedStep, CeilingSearch, ProfileKind } from '@contract/load';
import type { RequestSpec, TargetSpec } from '@contract/target';
import { percentileText } from '@rules/load/latency-resolution';
import { formatCount, plural } from './format';

/** What a step asks, or one client's share of it; null where the source of an imported run does not say. */
type Asked = { connections: number | null; toolWorkers?: number | null } & (
  | { loop: 'closed'; pipelining: number | null }
  | { loop: 'open'; requestsPerSecond: number | null; arrivals: 'constant' | 'poisson' | null }
);

/** A load profile as far as a run says it. */
export interface LoadAsked {
  steps: AskedStep[];
  search: CeilingSearch | null;
}

/** '100 connections × 16 deep', '20,000 req/s Poisson over 64 connections', '1,000 req/s, 4 tool workers'. */
export function stepText(step: Asked): string {
  const workers = step.toolWorkers ? `, ${plural(step.toolWorkers, 'tool worker')}` : '';
  if (step.loop === 'closed') {
    const connections = step.connections === null ? 'connections not stated' : plural(step.connections, 'connection');
    return `${connections}${deepText(step.pipelining)}${workers}`;
  }
  const random = step.arrivals === 'poisson' ? ' Poisson' : '';
  const over = step.connections === null ? '' : ` over ${plural(step.connections, 'connection')}`;
  const rate = step.requestsPerSecond === null ? 'rate not stated' : `${formatCount(step.requestsPerSecond)} req/s`;
  return `${rate}${random}${over}${workers}`;
}

function deepText(pipelining: number | null): string {
  if (pipelining === null) return ', depth not stated';
  return pipelining > 1 ? ` × ${formatCount(pipelining)} deep` : '';
}

/** '10/50 connections × 5 s', '1,000–9,000 req/s × 20 s, 6 steps', 'ceiling search over connections, 10 to 10,000 × 5 s'. */
export function loadText(load: LoadAsked): string {
  if (load.search) return searchText(load);
  const plain = load.steps.filter((step) => step.profiles.length === 0);
  const profiled = load.steps.length - plain.length;
  const told = plain.length > 0 ? plain : load.steps;
  const parts = [
    rampText(told.filter(isClosed)),
    rampText(told.filter(isOpen)),
    profiled > 0 && `${formatCount(profiled)} profiled`,
  ];
  return parts.filter(Boolean).join(', ');
}

type Step<L extends AskedStep['loop']> = Extract<AskedStep, { loop: L }>;
const isClosed = (step: AskedStep): step is Step<'closed'> => step.loop === 'closed';
const isOpen = (step: AskedStep): step is Step<'open'> => step.loop === 'open';

function searchText({ steps, search }: LoadAsked): string {
  const [first] = steps;
  if (!first || !search) return '';
  const [what, from] = first.loop === 'closed' ? ['connections', first.connections] : ['rate', first.requestsPerSecond];
  const unit = first.loop === 'open' ? ' req/s' : '';
  const deep = first.loop === 'closed' ? deepText(first.pipelining) : '';
  const until =
    search.ceiling.kind === 'latency'
      ? `, ${percentileText(search.ceiling.percentile)} ≤ ${search.ceiling.mostMs} ms`
      : '';
  return `ceiling search over ${what}, ${from === null ? '' : `${formatCount(from)} `}to ${formatCount(search.most)}${unit}${deep} × ${first.durationSeconds} s${until}`;
}

/** Of steps of one loop; empty without any. */
function rampText(steps: AskedStep[]): string {
  const [first] = steps;
  if (!first) return '';
  const values = known(steps.map((step) => (step.loop === 'closed' ? step.connections : step.requestsPerSecond)));
  if (values.length < steps.length) return plural(steps.length, 'step');
  const distinct = [...new Set(values)];
  const few = steps.length <= 3 || distinct.length === 1;
  const counts = few ? distinct.map(formatCount).join('/') : range(values);
  const many = few && distinct.length === steps.length ? '' : `, ${plural(steps.length, 'step')}`;
  const seconds = range(known(steps.map((step) => step.durationSeconds)));
  const lasting = seconds === '' ? '' : ` × ${seconds} s`;
  return `${counts} ${unitOf(steps, values)}${besides(steps)}${lasting}${many}`;
}

function unitOf(steps: AskedStep[], values: number[]): string {
  if (steps[0]?.loop === 'closed') return values.every((count) => count === 1) ? 'connection' : 'connections';
  const poisson = steps.filter((step) => step.loop === 'open' && step.arrivals === 'poisson').length;
  if (poisson === 0) return 'req/s';
  return poisson === steps.length ? 'req/s Poisson' : 'req/s, some Poisson';
}

/** Depth, connections of a rate and tool workers, where they are asked for. */
function besides(steps: AskedStep[]): string {
  const depth = range(known(steps.filter(isClosed).map(({ pipelining }) => pipelining)));
  const over = range(known(steps.filter(isOpen).map(({ connections }) => connections)));
  const workers = range(known(steps.map(({ toolWorkers }) => toolWorkers)));
  return [
    depth && depth !== '1' && ` × ${depth} deep`,
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
  return low === high ? formatCount(low) : `${formatCount(low)}–${formatCount(high)}`;
}

const KINDS: Record<ProfileKind, string> = {
  cpu: 'CPU',
  block: 'block',
  mutex: 'mutex',
  heap: 'heap',
  goroutine: 'goroutine',
};

/** 'CPU, mutex'. */
export const profilesText = (profiles: ProfileKind[]): string => profiles.map((kind) => KINDS[kind]).join(', ');

/** '/simple' of one route, '60 % /read, 40 % /list' of several. */
export function mixText(requests: RequestSpec[]): string {
  if (requests.length === 0) return 'path not stated';
  if (requests.length === 1) return requests[0]?.path ?? '';
  const whole = requests.reduce((sum, { weight }) => sum + weight, 0);
  return requests.map(({ path, weight }) => `${shareText(weight / whole)} ${path}`).join(', ');
}

/** Of the whole: '60 %', '33.3 %', '<0.1 %'. */
export function shareText(share: number): string {
  const percent = Number((share * 100).toFixed(1));
  return percent === 0 && share > 0 ? '<0.1 %' : `${percent} %`;
}

export const FRAMEWORKS = { fiber: 'Fiber', fasthttp: 'fasthttp', nethttp: 'net/http' } as const;

/** What a run asked for, or what the source of an imported one says that it was. */
export type AnyTarget = TargetSpec | DescribedTarget;

/** In a few characters: 'Fiber prefork', 'my-server', 'port 8080'. */
export function targetName(target: AnyTarget): string {
  if (target.kind === 'described') {
    if (target.framework === null && target.prefork === null) return 'target not stated';
    return `${target.framework ?? 'framework not stated'}${target.prefork ? ' prefork' : ''}`;
  }
  if (target.kind === 'named') return target.name;
  if (target.kind === 'listening') return `port ${target.port}`;
  return `${FRAMEWORKS[target.framework]}${target.prefork ? ' prefork' : ''}`;
}

/** In full: 'Fiber, prefork, 4 workers', 'my-server, of its host’s configuration', 'what listens on port 8080'. */
export function targetText(target: AnyTarget): string {
  if (target.kind === 'described') return describedText(target);
  if (target.kind === 'named') return `${target.name}, of its host’s configuration`;
  if (target.kind === 'listening') return `what listens on port ${target.port}`;
  const pick = target.pick === 'locked' ? ', locked pick' : '';
  return `${FRAMEWORKS[target.framework]}, ${workersText(target)}${pick}`;
}

function describedText({ framework, prefork, workers, responseBytes }: DescribedTarget): string {
  const told = [
    framework ?? 'framework not stated',
    prefork !== null && (prefork ? 'prefork' : 'one process'),
    workers !== null && plural(workers, 'worker'),
    responseBytes !== null && `answers of ${formatCount(responseBytes)} B`,
  ];
  return told.filter(Boolean).join(', ');
}

type Reference = Extract<TargetSpec, { kind: 'reference' }>;

/** 'prefork, 4 workers', 'one process, one worker per CPU'. */
export function workersText({ prefork, workers }: Reference): string {
  const mode = prefork ? 'prefork' : 'one process';
  return `${mode}, ${workers === null ? 'one worker per CPU' : plural(workers, 'worker')}`;
}
