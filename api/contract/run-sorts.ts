/** What a run is sorted by, by its kind; `first` is the direction that people look for first. It imports nothing of zod. */
export const RUN_SORTS = {
  created: { kind: 'time', first: 'desc' },
  name: { kind: 'name', first: 'asc' },
  // Figures of its best point, each in a column of the table of runs: `bestRequestsPerSecond`.
  requestsPerSecond: { kind: 'figure', first: 'desc' },
  latencyMsP99: { kind: 'figure', first: 'asc' },
  serverCpuUsPerRequest: { kind: 'figure', first: 'asc' },
  duration: { kind: 'duration', first: 'desc' },
} as const satisfies Record<string, { kind: SortKind; first: Direction }>;

export type SortKind = 'time' | 'name' | 'figure' | 'duration';
export type RunSort = keyof typeof RUN_SORTS;
export type FigureSort = { [S in RunSort]: (typeof RUN_SORTS)[S]['kind'] extends 'figure' ? S : never }[RunSort];

export const DIRECTIONS = ['asc', 'desc'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export const isFigureSort = (sort: string): sort is FigureSort =>
  sort in RUN_SORTS && RUN_SORTS[sort as RunSort].kind === 'figure';
