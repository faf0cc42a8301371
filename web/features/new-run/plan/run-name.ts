import { MAX_RUN_NAME_CHARACTERS } from '@contract/limits';
import type { RunSpec } from '@contract/spec';
import { transportText } from '@rules/requests/transport-words';
import { loadText } from '@rules/spec/load-words';
import { mixName, targetName } from '@rules/spec/target-words';
import { plural } from '@rules/words/numbers';
import { apartOf } from '@/features/draft/run-facts';
import { tuningName, tuningOf } from '@/features/draft/tuning-changes';

/** A name that says what tells this run from others; hosts are named when the load comes from another. */
export function generatedName(spec: RunSpec, labelOf: (hostId: string) => string): string {
  const { target, tuning, load } = spec;
  const ofClients = tuningName(tuningOf(spec, 'clients'));
  const parts = [
    `${mixName(spec.requests)}${spec.requests.length > 1 ? ',' : ''} ${targetName(target)}`,
    target.kind === 'reference' && target.workers !== null && plural(target.workers, 'worker'),
    target.kind === 'reference' && target.pick === 'locked' && 'locked pick',
    tuning.targetCpus !== null && `target on ${cpusText(tuning.targetCpus)}`,
    tuningName(tuningOf(spec, 'server')),
    ofClients && `client ${ofClients}`,
    loadText(load),
    load.tool !== 'volley' && load.tool,
    load.toolWorkers !== null && plural(load.toolWorkers, 'tool worker'),
    load.toolCpus !== null && `tool on ${cpusText(load.toolCpus)}`,
    load.decompress && 'decompressed',
    transportText(load),
    wayText(spec, labelOf),
    spec.backend && `services on ${labelOf(spec.backend.hostId)}`,
  ];
  return cut(parts.filter(Boolean).join(', '), MAX_RUN_NAME_CHARACTERS);
}

/** 'lab-2 → lab-1', '4 clients → lab-1'; nothing on one host. */
function wayText(spec: RunSpec, labelOf: (hostId: string) => string): string | null {
  if (apartOf(spec).length === 0) return null;
  const [first] = spec.clients;
  const from = spec.clients.length > 1 ? plural(spec.clients.length, 'client') : labelOf(first?.hostId ?? '');
  return spec.server ? `${from} → ${labelOf(spec.server.hostId)}` : `from ${from}`;
}

/** 'CPU 0-3', 'last 4'. */
const cpusText = (choice: string): string => (/^\d/.test(choice) ? `CPU ${choice}` : choice);

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
