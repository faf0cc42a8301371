import type { DescribedTarget } from '../../contract/imported.ts';
import { MAX_GROUP_CHARACTERS } from '../../contract/limits.ts';
import type { DatabaseSettings, DownstreamSettings, TargetParameter, TargetSpec } from '../../contract/target.ts';
import { keysOf } from '../../contract/words.ts';
import { type NamedRequest, requestName } from '../requests/request-words.ts';
import { formatCount, plural } from '../words/numbers.ts';
import { originHost } from './external-target.ts';
import { shareText } from './load-words.ts';
import { revisionOf, shortCommit } from './revision-words.ts';

/** '/simple' of one request, '60 % /read, 40 % POST /orders' of several. */
export function mixText(requests: NamedRequest[]): string {
  if (requests.length === 0) return 'path not stated';
  const [only] = requests;
  if (only && requests.length === 1) return requestName(only);
  const whole = requests.reduce((sum, { weight }) => sum + weight, 0);
  return requests.map((request) => `${shareText(request.weight / whole)} ${requestName(request)}`).join(', ');
}

/** The same for a name, which keeps room for what else tells runs apart: '/echo and 2 more'. */
export function mixName(requests: NamedRequest[]): string {
  const [first] = requests;
  return first && requests.length > 1 ? `${requestName(first)} and ${requests.length - 1} more` : mixText(requests);
}

/** Each request with its share, which a text rounds. */
export function sharesOf(requests: NamedRequest[]): [string, string, number][] {
  const whole = requests.reduce((sum, { weight }) => sum + weight, 0);
  return requests.map(({ method, path, weight }) => [method, path, weight / whole]);
}

/** Names the group of a run: same target and requests, whatever the tuning. */
export const groupNameOf = (spec: { target: AnyTarget; requests: NamedRequest[] }): string =>
  `${targetName(spec.target)} ${mixText(spec.requests)}`.slice(0, MAX_GROUP_CHARACTERS);

export const FRAMEWORKS = { fiber: 'Fiber', fasthttp: 'fasthttp', nethttp: 'net/http' } as const;

/** Of ASCII alone: what else is a capital differs between databases. */
const lowerCase = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const lettersOf = (name: string): string => lowerCase(name).replace(/[^a-z\d]/g, '');

/** The framework that a source means by 'fiber', 'Fiber' or 'net/http'; null for one that the reference server has not. */
export const knownFramework = (stated: string): keyof typeof FRAMEWORKS | null =>
  keysOf(FRAMEWORKS).find((one) => lettersOf(FRAMEWORKS[one]) === lettersOf(stated)) ?? null;

/** What all spellings of a framework have in common: 'nethttp' of 'net/http', 'spring boot' of 'Spring  Boot '. The database has the same rule, for spaces of every kind. */
export const frameworkKey = (stated: string): string =>
  knownFramework(stated) ?? lowerCase(stated.replace(/\s+/g, ' ').trim());

/** A group's name as it was spelled before its framework had one name: with that name. */
export function respeltGroup(group: string): string {
  const [first = '', ...rest] = group.split(' ');
  const known = knownFramework(first);
  return known === null ? group : [FRAMEWORKS[known], ...rest].join(' ');
}

/** What a run asked for, or what the source of an imported one says that it was. */
export type AnyTarget = TargetSpec | DescribedTarget;

/** Sources differ in capitals; their runs are one group nevertheless. */
export function frameworkName(stated: string): string {
  const known = knownFramework(stated);
  return known === null ? frameworkKey(stated) : FRAMEWORKS[known];
}

const frameworkText = ({ framework }: DescribedTarget): string =>
  framework === null ? 'framework not stated' : frameworkName(framework);

/** In a few characters: 'Fiber prefork', 'my-server', 'port 8080'. */
export function targetName(target: AnyTarget): string {
  if (target.kind === 'described') {
    return `${frameworkText(target)}${target.prefork ? ' prefork' : ''}`;
  }
  if (target.kind === 'external') return originHost(target);
  const tls = target.tls ? ' TLS' : '';
  if (target.kind === 'named') return `${target.name}${tls}`;
  if (target.kind === 'listening') return `port ${target.port}${tls}`;
  return `${FRAMEWORKS[target.framework]}${target.prefork ? ' prefork' : ''}${tls}`;
}

/** In full: 'Fiber, prefork, 4 workers', 'my-server, of its host’s configuration', 'what listens on port 8080'. */
export function targetText(target: AnyTarget): string {
  if (target.kind === 'described') return describedText(target);
  if (target.kind === 'external') return `${target.origin}, without an agent`;
  const tls = target.tls ? ', by TLS' : '';
  if (target.kind === 'named')
    return [
      `${target.name}, of its host’s configuration${tls}`,
      revisionWords(target),
      parametersText(target.parameters),
    ]
      .filter(Boolean)
      .join(', ');
  if (target.kind === 'listening') return `what listens on port ${target.port}${tls}`;
  const pick = target.pick === 'locked' ? ', locked pick' : '';
  return [`${FRAMEWORKS[target.framework]}, ${workersText(target)}${pick}${tls}`, ...backendTexts(target)].join(', ');
}

/** 'revision a1b2c3d'; empty where none is asked for. */
function revisionWords(target: TargetSpec): string {
  const commit = revisionOf({ target });
  return commit === null ? '' : `revision ${shortCommit(commit)}`;
}

/** 'workers 2, mode fast'; empty where none is chosen. */
export const parametersText = (parameters: TargetParameter[]): string =>
  [...parameters]
    .sort(byName)
    .map(({ name, value }) => `${name} ${value}`)
    .join(', ');

export const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);

/** 'a database behind 10 connections, prepared, each commit on disk', of each that it has. */
export function backendTexts({ database, cache, downstream }: Reference): string[] {
  return [
    database && databaseText(database),
    cache && `a cache behind ${plural(cache.poolSize, 'connection')}`,
    downstream && downstreamText(downstream),
  ].filter((text) => text !== null);
}

export function databaseText({ poolSize, prepared, batch, synchronousCommit }: DatabaseSettings): string {
  return [
    `a database behind ${plural(poolSize, 'connection')}`,
    prepared ? 'prepared' : 'planned each time',
    batch > 1 && `up to ${formatCount(batch)} writes a commit`,
    synchronousCommit ? 'commits on disk' : 'commits not awaited on disk',
  ]
    .filter(Boolean)
    .join(', ');
}

export function downstreamText({ timeoutMs, retries, failPercent, delayMs }: DownstreamSettings): string {
  return [
    `another server that fails ${failPercent} %`,
    delayMs > 0 && `after ${formatCount(delayMs)} ms`,
    `called with ${retries === 0 ? 'no retry' : plural(retries, 'retry', 'retries')} and ${formatCount(timeoutMs)} ms each`,
  ]
    .filter(Boolean)
    .join(', ');
}

function describedText(target: DescribedTarget): string {
  const { prefork, workers, responseBytes } = target;
  const told = [
    frameworkText(target),
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
