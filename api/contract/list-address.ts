import { DIRECTIONS, ENDED_STATES, HELD_WORDS, LATENCY_KINDS, RUN_PICTURES, RUN_SORTS, VALIDITIES } from './choices.ts';
import { keysOf, WALLS } from './words.ts';

/**
 * What a parameter of the address holds. `since`: a day, or how many days back. `several`, `names` and `columns`: with commas
 * between them; no column is a choice of its own.
 */
type Held =
  | { is: 'search' | 'name' | 'id' | 'count' | 'since' | 'day' | 'names' | 'columns' }
  | { is: 'one' | 'several'; of: readonly string[] }
  | { is: 'choice'; of: readonly string[]; first: string };

/** `as`: what the address calls it, where that is not its own name. A saved view keeps an address. */
export type Parameter = Held & { as?: string };

/** What narrows the list, by the names of the API. */
export const LIST_FILTERS = {
  text: { as: 'q', is: 'search' },
  state: { as: 'status', is: 'several', of: ENDED_STATES },
  tag: { is: 'names' },
  hostId: { as: 'host', is: 'id' },
  tool: { is: 'name' },
  wall: { is: 'one', of: keysOf(WALLS) },
  validity: { is: 'one', of: VALIDITIES },
  /** 'true': imported runs alone; 'false': those that agents of this instance measured. */
  imported: { is: 'one', of: ['true', 'false'] },
  experimentId: { as: 'experiment', is: 'id' },
  group: { is: 'name' },
  /** How they stand against the baseline of their group. */
  against: { is: 'one', of: HELD_WORDS },
  /** One’s own favourites alone. */
  favourite: { is: 'one', of: ['true'] },
  /** The first day, and the last one. */
  since: { is: 'since' },
  until: { is: 'day' },
  path: { as: 'route', is: 'name' },
  framework: { is: 'name' },
  /** Depth of the best step. */
  pipelining: { is: 'count' },
  prefork: { is: 'one', of: ['true', 'false'] },
  createdBy: { as: 'by', is: 'name' },
} as const satisfies Record<string, Parameter>;

export const LIST_ORDER = {
  sort: { is: 'choice', of: keysOf(RUN_SORTS), first: 'created' },
  direction: { as: 'dir', is: 'choice', of: DIRECTIONS, first: 'desc' },
  /** Whether the runs of one experiment are one line. */
  rounds: { is: 'choice', of: ['folded', 'single'], first: 'folded' },
} as const satisfies Record<string, Parameter>;

export const LIST_PICTURE = {
  as: { is: 'choice', of: RUN_PICTURES, first: 'list' },
  /** Of the scatter: whose percentiles it places; absent, those that most runs have. */
  latency: { is: 'one', of: LATENCY_KINDS },
  columns: { is: 'columns' },
} as const satisfies Record<string, Parameter>;

/** All that an address of the list may say, and a saved view keeps. */
export const LIST_ADDRESS = { ...LIST_FILTERS, ...LIST_ORDER, ...LIST_PICTURE };

type ValueOf<P> = P extends { is: 'several'; of: readonly (infer One)[] }
  ? One[]
  : P extends { is: 'one'; of: readonly (infer One)[] }
    ? One | null
    : P extends { is: 'choice'; of: readonly (infer One)[] }
      ? One
      : P extends { is: 'search' }
        ? string
        : P extends { is: 'names' }
          ? string[]
          : P extends { is: 'columns' }
            ? string[] | null
            : string | null;

/** The values that such parameters have; null: none is chosen. */
export type Addressed<T> = { -readonly [Name in keyof T]: ValueOf<T[Name]> };

export const parameterOf = (name: keyof typeof LIST_ADDRESS): string => {
  const parameter: Parameter = LIST_ADDRESS[name];
  return parameter.as ?? name;
};

export const holdsSeveral = ({ is }: Parameter): boolean => is === 'several' || is === 'names' || is === 'columns';
