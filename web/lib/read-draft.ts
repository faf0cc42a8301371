import type { RunSpec } from '../api/types';
import { reading } from './field-reading';
import { clientScope, serverScope, targetScope } from './host-scope';
import { type BothFacts, meantNic } from './meant-nic';
import { readTuning } from './read-tuning';
import type { DraftErrors, RunDraft } from './run-draft';

/** The spec that a draft asks for. A field with an error stands in it with some value that can be sent. */
export function readDraft(draft: RunDraft, facts: BothFacts): { spec: RunSpec; errors: DraftErrors } {
  const read = reading();
  const sameHost = draft.serverHostId === draft.clientHostId;
  const { server, clients } = draft.tuning;
  const path = { sameHost, address: draft.address || null };
  const serverNic = meantNic('server', server.nic, path, facts);
  const targetCpus = read.cpus('targetCpus', draft.targetCpus, facts.server && targetScope(facts.server, serverNic));
  const onServer = facts.server && serverScope(facts.server, serverNic, targetCpus);
  const onClient = sameHost
    ? onServer
    : facts.client && clientScope(facts.client, meantNic('clients', clients.nic, path, facts));
  const spec: RunSpec = {
    specVersion: 3,
    server: { hostId: draft.serverHostId, address: draft.address || null },
    clients: [{ hostId: draft.clientHostId }],
    target: {
      kind: 'reference',
      framework: 'fiber',
      prefork: draft.prefork,
      workers: read.optional('workers', draft.workers, 1, 1024),
      port: read.optional('port', draft.port, 1, 65_535),
    },
    requests: [{ method: 'GET', path: draft.path, weight: draft.weight }],
    tuning: {
      targetCpus,
      server: readTuning(read, 'tuning.server', server, onServer),
      clients: sameHost ? null : readTuning(read, 'tuning.clients', clients, onClient),
    },
    samplesPerSecond: read.whole('samplesPerSecond', draft.samplesPerSecond, 1, 10),
    load: {
      tool: draft.tool,
      toolWorkers: read.optional('toolWorkers', draft.toolWorkers, 1, 1024),
      toolCpus: read.cpus('toolCpus', draft.toolCpus, onClient),
      warmupSeconds: read.whole('warmupSeconds', draft.warmupSeconds, 0, 600),
      pauseSeconds: read.whole('pauseSeconds', draft.pauseSeconds, 0, 600),
      steps: draft.steps.map((step, index) => ({
        loop: 'closed' as const,
        connections: read.whole(`steps.${index}.connections`, step.connections, 1, 100_000),
        pipelining: read.whole(`steps.${index}.pipelining`, step.pipelining, 1, 1000),
        durationSeconds: read.whole(`steps.${index}.durationSeconds`, step.durationSeconds, 1, 3600),
      })),
    },
  };
  if (draft.serverHostId === '') read.errors.serverHostId = 'Choose a host.';
  if (draft.clientHostId === '') read.errors.clientHostId = 'Choose a host.';
  if (draft.name.trim().length > 120) read.errors.name = 'At most 120 characters.';
  return { spec, errors: read.errors };
}

const FIELD_OF_PATH: [RegExp, string][] = [
  [/^name$/, 'name'],
  [/^spec\.server\.address$/, 'address'],
  [/^spec\.server\b/, 'serverHostId'],
  [/^spec\.clients\b/, 'clientHostId'],
  [/^spec\.requests\b/, 'path'],
  [/^spec\.target\.(prefork|workers|port)$/, '$1'],
  [/^spec\.tuning\.targetCpus$/, 'targetCpus'],
  [/^spec\.(tuning\.(?:server|clients)\.\w.*)$/, '$1'],
  [/^spec\.(samplesPerSecond)$/, '$1'],
  [/^spec\.load\.(tool|toolWorkers|toolCpus|warmupSeconds|pauseSeconds)$/, '$1'],
  [/^spec\.load\.(steps\.\d+\.(?:connections|pipelining|durationSeconds))$/, '$1'],
];

/** The field of the draft that a path of the API's problem means; null when it is none of them. */
export function draftField(path: string): string | null {
  const dotted = path
    .replace(/\[(\d+)\]/g, '.$1')
    .replaceAll('/', '.')
    .replace(/^\.+/, '')
    .replace(/^body\./, '');
  for (const [pattern, field] of FIELD_OF_PATH) {
    const match = pattern.exec(dotted);
    if (match) return field.replace('$1', match[1] ?? '');
  }
  return null;
}
