import { COMMIT_SHA, PORT, TARGET_WORKERS } from '@contract/limits';
import type { RequestSpec } from '@contract/requests';
import type { Framework, TargetParameter, TargetSpec } from '@contract/target';
import { REFERENCE_ROUTES } from '@rules/spec/reference-routes';
import { byName } from '@rules/spec/target-words';
import { type BackendDrafts, backendDraftsOf, readBackends } from './backends/backend-draft';
import type { Reading } from './field-reading';
import { newRequest, type RequestDraft, readRequest, requestDraftOf } from './requests/request-draft';

/** A target as typed: each kind keeps its own, so that switching loses nothing. */
export interface TargetDraft extends BackendDrafts {
  kind: TargetSpec['kind'];
  framework: Framework;
  prefork: boolean;
  workers: string;
  pick: 'local' | 'locked';
  port: string;
  /** Clients reach it by https. */
  tls: boolean;
  /** Of the host's configuration file. */
  name: string;
  /** Of a named target, by name; empty: the default of its host's file. */
  parameters: Record<string, string>;
  /** Of a named target: the commit that it is built from; empty: it is not built. */
  revision: string;
  listeningPort: string;
  /** Of a target without an agent; empty: none is chosen. */
  origin: string;
}

/** Of the reference server, and of other targets: the one has routes that the others need not have. */
export interface RequestDrafts {
  reference: RequestDraft[];
  own: RequestDraft[];
}

export const emptyTarget = (): TargetDraft => ({
  kind: 'reference',
  framework: 'fiber',
  prefork: false,
  workers: '',
  pick: 'local',
  port: '',
  tls: false,
  name: '',
  parameters: {},
  revision: '',
  listeningPort: '',
  origin: '',
  ...backendDraftsOf({}),
});

export const emptyRequests = (): RequestDrafts => ({
  reference: [newRequest('/simple')],
  own: [newRequest('/')],
});

/** Its host's agent starts it, and so gives it its CPUs. */
export const isStarted = ({ kind }: Pick<TargetDraft, 'kind'>): boolean => kind === 'reference' || kind === 'named';

/** Which of the routes hold for this target. */
export const requestsKey = (target: TargetDraft): keyof RequestDrafts =>
  target.kind === 'reference' ? 'reference' : 'own';

export function readTarget(read: Reading, draft: TargetDraft, { reference }: RequestDrafts): TargetSpec {
  const paths = reference.map(({ path }) => path);
  switch (draft.kind) {
    case 'reference':
      return {
        kind: 'reference',
        framework: draft.framework,
        prefork: draft.prefork,
        workers: read.optional('target.workers', draft.workers, ...TARGET_WORKERS),
        pick: draft.pick,
        port: read.optional('target.port', draft.port, ...PORT),
        tls: draft.tls,
        ...readBackends(read, draft, paths),
      };
    case 'named':
      if (draft.name === '') read.errors['target.name'] = 'Choose a target.';
      return {
        kind: 'named',
        name: draft.name || 'none',
        tls: draft.tls,
        parameters: chosen(draft.parameters),
        revision: readRevision(read, draft.revision),
      };
    case 'listening':
      return { kind: 'listening', port: readListeningPort(read, draft.listeningPort), tls: draft.tls };
    case 'external':
      if (draft.origin === '') read.errors['target.origin'] = 'Choose an address.';
      return { kind: 'external', origin: draft.origin || 'http://none' };
  }
}

function readRevision(read: Reading, typed: string): string | null {
  if (typed === '') return null;
  if (COMMIT_SHA.test(typed)) return typed;
  read.errors['target.revision'] = 'Paste the whole SHA of a commit: 40 digits of lower-case hex.';
  return null;
}

const chosen = (parameters: Record<string, string>): TargetParameter[] =>
  Object.entries(parameters)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => ({ name, value }))
    .sort(byName);

function readListeningPort(read: Reading, typed: string): number {
  if (typed !== '') return read.whole('target.listeningPort', typed, ...PORT);
  read.errors['target.listeningPort'] = 'Choose a port.';
  return 1;
}

export function targetDraftOf(target: TargetSpec): TargetDraft {
  const model = emptyTarget();
  if (target.kind === 'named') {
    const parameters = Object.fromEntries(target.parameters.map(({ name, value }) => [name, value]));
    return { ...model, kind: 'named', name: target.name, tls: target.tls, parameters, revision: target.revision ?? '' };
  }
  if (target.kind === 'listening')
    return { ...model, kind: 'listening', listeningPort: String(target.port), tls: target.tls };
  if (target.kind === 'external') return { ...model, kind: 'external', origin: target.origin };
  const { workers, port, ...asTyped } = target;
  return { ...model, ...asTyped, workers: typed(workers), port: typed(port), ...backendDraftsOf(target) };
}

const typed = (value: number | null): string => (value === null ? '' : String(value));

export function readRequests(read: Reading, target: TargetDraft, drafts: RequestDrafts): RequestSpec[] {
  const key = requestsKey(target);
  return drafts[key].map((draft, index) => readRequest(read, `requests.${key}.${index}`, draft));
}

export function requestDraftsOf(target: TargetSpec, requests: RequestSpec[]): RequestDrafts {
  const own = requests.map(requestDraftOf);
  return { ...emptyRequests(), [target.kind === 'reference' ? 'reference' : 'own']: own };
}

/** The first route that is not among them yet. */
export function freeRoute(requests: RequestDraft[]): string | null {
  const taken = new Set(requests.map(({ path }) => path));
  return REFERENCE_ROUTES.find(({ path }) => !taken.has(path))?.path ?? null;
}
