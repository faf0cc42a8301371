import type { AuditEntry } from '@contract/audit';
import type { AuditSubject } from '@contract/audit-actions';

const PLACES: Record<AuditSubject, ((id: string) => string) | null> = {
  instance: null,
  session: null,
  alert: null,
  bisection: null,
  import: null,
  person: () => '/settings?tab=people',
  token: () => '/settings?tab=tokens',
  invite: () => '/settings?tab=invites',
  webhook: () => '/settings?tab=webhooks',
  'join-token': () => '/hosts',
  share: () => '/shares',
  host: (id) => `/hosts/${id}`,
  launch: (id) => `/cloud/${id}`,
  run: (id) => `/runs/${id}`,
  experiment: (id) => `/experiments/${id}`,
  benchmark: (id) => `/benchmarks/${id}`,
};

/** The page that shows what was acted on, while it is there; null where none does. */
export const placeOfSubject = ({ kind, id }: AuditEntry['subject']): string | null =>
  id === null ? null : (PLACES[kind]?.(id) ?? null);
