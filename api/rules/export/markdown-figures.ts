import type { Protocol } from '../../contract/load.ts';
import type { LatencyMs, Point } from '../../contract/point.ts';
import type { RunStep } from '../../contract/step.ts';
import { figureText } from '../outcomes/figures.ts';
import { stepText } from '../spec/load-words.ts';
import { wallText } from '../verdict/words.ts';
import { isDoubtful } from '../words/doubtful.ts';
import { formatCount } from '../words/numbers.ts';
import { table } from './markdown.ts';

type Percentile = 'p50' | 'p99' | 'p99_9';

export const STEP_HEAD = [
  'requests per second',
  'p50, ms',
  'p99, ms',
  'p99.9, ms',
  'errors',
  'server CPU, µs per request',
  'client CPU, µs per request',
  'worth',
  'limited by',
];

/** What STEP_HEAD names; of a step without a point why there is none stands in the first. */
export function stepCells({ point, verdict, status, failure }: RunStep): (string | null)[] {
  if (!point) return [failure?.sentence ?? status, ...STEP_HEAD.slice(1).map(() => null)];
  return [
    `${verdict && isDoubtful(verdict) ? '~' : ''}${figureText(point.requestsPerSecond)}`,
    latencyText(point, 'p50'),
    latencyText(point, 'p99'),
    latencyText(point, 'p99_9'),
    errorsText(point),
    point.serverCpuUsPerRequest === null ? null : figureText(point.serverCpuUsPerRequest),
    point.clientCpuUsPerRequest === null ? null : figureText(point.clientCpuUsPerRequest),
    verdict?.validity ?? null,
    verdict && wallText(verdict),
  ];
}

/** Steps of one run, with what a percentile means. */
export function stepsTable(steps: RunStep[], protocol: Protocol | undefined): string | null {
  const rows = steps.map((step) => [String(step.index + 1), askedText(step, protocol), ...stepCells(step)]);
  const body = table(['step', 'asked', ...STEP_HEAD], rows);
  const kinds = kindsText(steps);
  return body && [body, kinds].filter(Boolean).join('\n\n');
}

/** `200 connections × 10 deep, 20 s, profiled`. */
export function askedText({ spec }: Pick<RunStep, 'spec'>, protocol: Protocol | undefined): string {
  const lasting = spec.durationSeconds === null ? '' : `, ${spec.durationSeconds} s`;
  return `${stepText(spec, protocol)}${lasting}${spec.profiles.length > 0 ? `, profiled (${spec.profiles.join(', ')})` : ''}`;
}

/** Tools that cut to whole milliseconds say 0 for less than one. */
function latencyText({ latencyMs, latencyRangeMs }: Point, percentile: Percentile): string | null {
  const value = latencyMs[percentile];
  if (value !== null) return msText(value, latencyMs);
  const range = latencyRangeMs?.[percentile];
  return range ? `${msText(range.low, latencyMs)} to ${msText(range.high, latencyMs)}` : null;
}

function msText(value: number, { resolutionUs }: LatencyMs): string {
  return value * 1000 < resolutionUs ? `<${figureText(resolutionUs / 1000)}` : figureText(value);
}

function errorsText({ errors }: Point): string | null {
  if (errors === null) return null;
  const told = Object.entries(errors).filter(([, count]) => count > 0);
  return told.length === 0 ? '0' : told.map(([kind, count]) => `${formatCount(count)} ${kind}`).join(', ');
}

const KINDS: Record<LatencyMs['loop'], string> = {
  closed: 'of a closed loop, which stops asking while the server stalls',
  synthetic: 'corrected by the tool after the fact',
  open: 'counted from when each request was due',
};

export function kindsText(steps: RunStep[]): string | null {
  const kinds = [...new Set(steps.flatMap(({ point }) => point?.latencyMs.loop ?? []))];
  if (kinds.length === 0) return null;
  const rounded = steps.some(({ point }) => point?.rounded) ? ' The source rounded its throughput.' : '';
  return `Latency is ${kinds.map((kind) => KINDS[kind]).join('; or ')}.${rounded}`;
}
