import type { RunSort } from '@contract/choices';

export interface RunColumn {
  id: string;
  label: string;
  sort?: RunSort;
  /** Words stand left, figures right. */
  left?: boolean;
}

/** The name comes first and always. */
export const RUN_COLUMNS = [
  { id: 'status', label: 'status', left: true },
  { id: 'curve', label: 'curve', left: true },
  { id: 'verdict', label: 'limited by', left: true },
  { id: 'throughput', label: 'best throughput', sort: 'requestsPerSecond' },
  { id: 'load', label: 'load', sort: 'inFlight', left: true },
  { id: 'against', label: 'vs ★' },
  { id: 'p99', label: 'p99 there', sort: 'latencyMsP99' },
  { id: 'server-cpu', label: 'server CPU per request', sort: 'serverCpuUsPerRequest' },
  { id: 'client-cpu', label: 'client CPU per request' },
  { id: 'target', label: 'target', left: true },
  { id: 'revision', label: 'revision', left: true },
  { id: 'tuning', label: 'tuning', left: true },
  { id: 'tool', label: 'tool', left: true },
  { id: 'hosts', label: 'hosts', left: true },
  { id: 'created', label: 'when', sort: 'created' },
  { id: 'duration', label: 'took', sort: 'duration' },
  { id: 'who', label: 'who', left: true },
  { id: 'notes', label: 'notes', left: true },
] as const satisfies RunColumn[];
export type ColumnId = (typeof RUN_COLUMNS)[number]['id'];

export const DEFAULT_COLUMNS: ColumnId[] = [
  'curve',
  'verdict',
  'throughput',
  'load',
  'against',
  'p99',
  'target',
  'created',
];

/** A card of a narrow window says the same, in two lines. */
export const CARD_COLUMNS = DEFAULT_COLUMNS;

/** Without what no run of the list has anything to say about. */
export const columnsShown = (ids: ColumnId[], runs: readonly { standing: unknown }[]): RunColumn[] =>
  RUN_COLUMNS.filter(({ id }) => ids.includes(id) && (id !== 'against' || runs.some(({ standing }) => standing)));

/** The known ids, each once, in the order of the table. */
export function knownColumns(ids: string[]): ColumnId[] {
  return RUN_COLUMNS.filter(({ id }) => ids.includes(id)).map(({ id }) => id);
}

export function toggleColumn(shown: ColumnId[], id: ColumnId): ColumnId[] {
  return knownColumns(shown.includes(id) ? shown.filter((one) => one !== id) : [...shown, id]);
}

export const isDefault = (shown: ColumnId[], defaults = DEFAULT_COLUMNS): boolean =>
  shown.join() === knownColumns(defaults).join();

/** What was kept in the browser; null when nothing usable was. */
export function parseKept(kept: string | null): ColumnId[] | null {
  const ids = kept?.split(',') ?? [];
  // An empty choice is one too: the name alone.
  return kept === '' ? [] : knownColumns(ids).length > 0 ? knownColumns(ids) : null;
}
