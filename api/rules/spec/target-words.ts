import type { DescribedTarget } from '../../contract/imported.ts';
import type { RequestSpec, TargetSpec } from '../../contract/target.ts';
import { formatCount, plural } from '../words/numbers.ts';
import { shareText } from './load-words.ts';

/** '/simple' of one route, '60 % /read, 40 % /list' of several. */
export function mixText(requests: RequestSpec[]): string {
  if (requests.length === 0) return 'path not stated';
  if (requests.length === 1) return requests[0]?.path ?? '';
  const whole = requests.reduce((sum, { weight }) => sum + weight, 0);
  return requests.map(({ path, weight }) => `${shareText(weight / whole)} ${path}`).join(', ');
}

export const FRAMEWORKS = { fiber: 'Fiber', fasthttp: 'fasthttp', nethttp: 'net/http' } as const;

/** What a run asked for, or what the source of an imported one says that it was. */
export type AnyTarget = TargetSpec | DescribedTarget;

/** In a few characters: 'Fiber prefork', 'my-server', 'port 8080'. */
export function targetName(target: AnyTarget): string {
  if (target.kind === 'described') {
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
