import { MAX_PATH_CHARACTERS, PORT, REQUEST_WEIGHT, TARGET_WORKERS } from '@contract/limits';
import type { Framework, RequestSpec, TargetSpec } from '@contract/target';
import { REFERENCE_ROUTES } from '@rules/spec/reference-routes';
import { formatCount } from '@rules/words/numbers';
import type { Reading } from './field-reading';

/** A target as typed: each kind keeps its own, so that switching loses nothing. */
export interface TargetDraft {
  kind: TargetSpec['kind'];
  framework: Framework;
  prefork: boolean;
  workers: string;
  pick: 'local' | 'locked';
  port: string;
  /** Of the host's configuration file. */
  name: string;
  listeningPort: string;
}

export interface RequestDraft {
  path: string;
  weight: string;
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
  name: '',
  listeningPort: '',
});

export const emptyRequests = (): RequestDrafts => ({
  reference: [{ path: '/simple', weight: '1' }],
  own: [{ path: '/', weight: '1' }],
});

/** Which of the routes hold for this target. */
export const requestsKey = (target: TargetDraft): keyof RequestDrafts =>
  target.kind === 'reference' ? 'reference' : 'own';

export function readTarget(read: Reading, draft: TargetDraft): TargetSpec {
  switch (draft.kind) {
    case 'reference':
      return {
        kind: 'reference',
        framework: draft.framework,
        prefork: draft.prefork,
        workers: read.optional('target.workers', draft.workers, ...TARGET_WORKERS),
        pick: draft.pick,
        port: read.optional('target.port', draft.port, ...PORT),
      };
    case 'named':
      if (draft.name === '') read.errors['target.name'] = 'Choose a target.';
      return { kind: 'named', name: draft.name || 'none' };
    case 'listening':
      return { kind: 'listening', port: readListeningPort(read, draft.listeningPort) };
  }
}

function readListeningPort(read: Reading, typed: string): number {
  if (typed !== '') return read.whole('target.listeningPort', typed, ...PORT);
  read.errors['target.listeningPort'] = 'Choose a port.';
  return 1;
}

export function targetDraftOf(target: TargetSpec): TargetDraft {
  const model = emptyTarget();
  if (target.kind === 'named') return { ...model, kind: 'named', name: target.name };
  if (target.kind === 'listening') return { ...model, kind: 'listening', listeningPort: String(target.port) };
  return { ...model, ...target, workers: typed(target.workers), port: typed(target.port) };
}

const typed = (value: number | null): string => (value === null ? '' : String(value));

export function readRequests(read: Reading, target: TargetDraft, drafts: RequestDrafts): RequestSpec[] {
  const key = requestsKey(target);
  const paths = drafts[key].map(({ path }) => path.trim());
  return drafts[key].map(({ weight }, index) => {
    const path = paths[index] ?? '';
    const at = `requests.${key}.${index}`;
    const fault =
      pathFault(path) ?? (paths.indexOf(path) < index ? `${path} is there already; change its weight.` : null);
    if (fault) read.errors[`${at}.path`] = fault;
    return { method: 'GET', path, weight: read.whole(`${at}.weight`, weight, ...REQUEST_WEIGHT) };
  });
}

function pathFault(path: string): string | null {
  if (!path.startsWith('/')) return 'Must begin with /, such as /products?page=2.';
  if (path.includes('#')) return 'Must not hold a #, which is never sent.';
  if (!/^[!-~]*$/.test(path))
    return 'Must hold neither spaces nor letters beyond ASCII; write them as %20 and the like.';
  return path.length > MAX_PATH_CHARACTERS ? `At most ${formatCount(MAX_PATH_CHARACTERS)} characters.` : null;
}

export function requestDraftsOf(target: TargetSpec, requests: RequestSpec[]): RequestDrafts {
  const own = requests.map(({ path, weight }) => ({ path, weight: String(weight) }));
  return { ...emptyRequests(), [target.kind === 'reference' ? 'reference' : 'own']: own };
}

/** The first route that is not among them yet. */
export function freeRoute(requests: RequestDraft[]): string | null {
  const taken = new Set(requests.map(({ path }) => path));
  return REFERENCE_ROUTES.find(({ path }) => !taken.has(path))?.path ?? null;
}
