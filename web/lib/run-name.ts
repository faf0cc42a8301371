import type { RunSpec } from '../api/types';
import { formatCount, plural } from './format';
import type { Change } from './spec-changes';
import { tuningName, tuningOf } from './tuning-changes';

const LONGEST = 120;

/** '10/50 connections × 5 s', '100–10,000 connections × 16 deep × 20 s, 6 steps'. */
export function rampText({ steps }: Pick<RunSpec['load'], 'steps'>): string {
  const connections = steps.map((step) => step.connections);
  const few = steps.length <= 3 || new Set(connections).size === 1;
  const counts = few
    ? [...new Set(connections)].map(formatCount).join('/')
    : `${formatCount(Math.min(...connections))}–${formatCount(Math.max(...connections))}`;
  const unit = connections.every((count) => count === 1) ? 'connection' : 'connections';
  const depth = range(steps.map((step) => step.pipelining));
  const seconds = range(steps.map((step) => step.durationSeconds));
  const many = few && new Set(connections).size === steps.length ? '' : `, ${plural(steps.length, 'step')}`;
  return `${counts} ${unit}${depth === '1' ? '' : ` × ${depth} deep`} × ${seconds} s${many}`;
}

function range(values: number[]): string {
  const low = Math.min(...values);
  const high = Math.max(...values);
  return low === high ? formatCount(low) : `${formatCount(low)}–${formatCount(high)}`;
}

/** A name that says what tells this run from others; hosts are named when there are two. */
export function generatedName(spec: RunSpec, labelOf: (hostId: string) => string): string {
  const { target, tuning, load, server, clients } = spec;
  const client = clients[0]?.hostId ?? server.hostId;
  const ofClients = tuningName(tuningOf(spec, 'clients'));
  const parts = [
    `${spec.requests.map(({ path }) => path).join(', ')} ${target.framework}${target.prefork ? ' prefork' : ''}`,
    target.workers !== null && plural(target.workers, 'worker'),
    tuning.targetCpus !== null && `target on ${cpusText(tuning.targetCpus)}`,
    tuningName(tuningOf(spec, 'server')),
    ofClients && `client ${ofClients}`,
    rampText(load),
    load.tool !== 'autocannon' && load.tool,
    load.toolWorkers !== null && plural(load.toolWorkers, 'tool worker'),
    load.toolCpus !== null && `tool on ${cpusText(load.toolCpus)}`,
    client !== server.hostId && `${labelOf(client)} → ${labelOf(server.hostId)}`,
  ];
  return cut(parts.filter(Boolean).join(', '), LONGEST);
}

/** 'CPU 0-3', 'last 4'. */
const cpusText = (choice: string): string => (/^\d/.test(choice) ? `CPU ${choice}` : choice);

/** 'baseline: prefork, 2 workers'; without a change 'baseline, again'. */
export function nameFrom(original: string, changes: Change[]): string {
  const told = changes.length === 0 ? ', again' : `: ${changes.map(({ short }) => short).join(', ')}`;
  const tail = cut(told, LONGEST / 2);
  return `${cut(original, LONGEST - tail.length)}${tail}`;
}

/** Between characters as a reader sees them: an emoji is kept whole or not at all. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (kept.length + segment.length > most - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
