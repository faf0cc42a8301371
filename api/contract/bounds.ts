import { z } from 'zod';
import type { Bounds } from './limits.ts';

/**
 * How much may come from outside: in a request, from an agent, in an imported file. Each bound is well above what real hosts
 * and documents have, and low enough that code may walk through all of it. api/contract/bounds.test.ts names every array,
 * record and string of a request or a document that has none.
 */

/** Every second CPU of 8192 written out has 20,434 characters. */
const MAX_CPU_LIST_CHARACTERS = 24_576;

/** Containers bring an interface each. */
export const MAX_NICS = 4096;
export const MAX_ADDRESSES_OF_NIC = 1024;
/** MSI-X vectors of a PCI function. */
export const MAX_INTERRUPTS_OF_NIC = 2048;
export const MAX_NUMA_NODES = 1024;
export const MAX_PORTS = 65_535;
/** Lists that a host or a tool reports about itself: tools, abilities, targets, rights. */
export const MAX_FACTS = 1000;
/** Knobs of every queue and interrupt of a host, as changes, read back, or in a snapshot. */
export const MAX_KNOBS = 262_144;
/** Counters of one frame. */
export const MAX_COLUMNS = 100_000;
/** An hour at ten a second of every step of a run. */
export const MAX_FRAMES = 5_000_000;
/** Seconds of one step. */
export const MAX_SECONDS = 100_000;
/** Stretches of a step in which nothing was answered, the longest. */
export const MAX_STALLS = 10;
export const MAX_HISTOGRAM_BUCKETS = 1_000_000;
/** Of a step's latency over time: volley has at most 300 intervals and 459 buckets. */
export const MAX_LATENCY_INTERVALS = 1000;
export const MAX_LATENCY_BUCKETS = 1000;
const MAX_ARGUMENTS = 10_000;
/** Processes of a target, in one step. */
export const MAX_WORKERS = 65_536;

/** Hosts that one run or experiment names. */
export const MAX_HOSTS = 1000;
export const MAX_DOCUMENT_STEPS = 1000;
/** Bounds the runs of an experiment: six configurations in 120 rounds are 720. */
export const MAX_DOCUMENT_RUNS = 2000;
/** What a document says of its runs: findings, transitions, outcomes, artifacts. */
export const MAX_REMARKS = 100_000;
export const MAX_SETTINGS = 100_000;
/** Bounds lists of kinds that the contract names, such as profiles or walls. */
export const MAX_KINDS = 100;

/** Of what is computed of figures, some products and sums of them: no answer can hold what is infinite. */
const MAX_FIGURE = 1e60;
/** A number that is measured, computed or asked. What is whole is a z.int(). */
export const figure = z.number().min(-MAX_FIGURE).max(MAX_FIGURE);

/**
 * At most so many integers. z.array(z.int()) makes two objects for each of them, and a thousand hosts send 300,000 a second: it runs only
 * when one of them is wrong, to say which.
 */
export function integers(most: number): z.ZodArray<z.ZodInt> {
  const list = z.array(z.int()).max(most);
  const { parse } = list._zod;
  list._zod.parse = (payload, context) =>
    Array.isArray(payload.value) && payload.value.every(Number.isSafeInteger) ? payload : parse(payload, context);
  return list;
}

/** More than any tool counts. */
export const MAX_TOLD = 1e18;
/** A number as a tool or an agent says it. */
export const toldFigure = z.number().min(-MAX_TOLD).max(MAX_TOLD);

/** A whole number between two bounds, both allowed. */
export const within = ([low, high]: Bounds) => z.int().min(low).max(high);

/** A name, a version, a unit: what stands on one line. */
export const word = z.string().max(1000);
/** A sentence, a value of the kernel, an argument of a command: the longest that Linux hands to a program (MAX_ARG_STRLEN). */
export const text = z.string().max(131_072);
/** The arguments of a command, as executed. */
export const argumentList = z.array(text).max(MAX_ARGUMENTS);
export const cpuListText = z.string().max(MAX_CPU_LIST_CHARACTERS);
/** Ids of runs with commas between them, and opaque words of ours that come back: cursors, tokens, event ids. */
export const parameter = z.string().max(4000);

const VALUES = { most: 10_000, deepest: 20 };

const bounded = new WeakSet<z.ZodType>();
/** Whether a refinement bounds it, which its type does not show. */
export const isBoundedByRule = (schema: z.ZodType): boolean => bounded.has(schema);

function boundedByRule<Schema extends z.ZodType>(schema: Schema): Schema {
  bounded.add(schema);
  return schema;
}

export function recordOf<Key extends z.ZodString, Value extends z.ZodType>(
  key: Key,
  value: Value,
  most: number,
  about?: string,
) {
  const fits = (entries: object) => Object.keys(entries).length <= most;
  const schema = z.record(key, value).refine(fits, `may have at most ${most} entries`);
  return boundedByRule(about === undefined ? schema : schema.describe(about));
}

/** Any JSON, neither deep nor long. */
export const jsonValue = boundedByRule(
  z
    .unknown()
    .refine(
      (value) => partsOf(value, VALUES.deepest) <= VALUES.most,
      `may have at most ${VALUES.most} values, nested ${VALUES.deepest} deep`,
    ),
);

/** How many values there are; infinitely many of what is too deep. */
function partsOf(value: unknown, deepest: number): number {
  if (value === null || typeof value !== 'object') return 1;
  if (deepest === 0) return Number.POSITIVE_INFINITY;
  let parts = 1;
  for (const one of Object.values(value)) {
    parts += partsOf(one, deepest - 1);
    if (parts > VALUES.most) return parts;
  }
  return parts;
}

/** Validation in a person's words: what the field has to be. The field's path stands before it. */
z.config({
  customError: (issue) => {
    switch (issue.code) {
      case 'invalid_type':
        return issue.input === undefined ? 'is missing' : `must be ${article(issue.expected)}`;
      case 'invalid_value':
        return issue.input === undefined ? 'is missing' : `must be ${issue.values.map(String).join(' or ')}`;
      case 'too_small':
        return issue.origin === 'string' || issue.origin === 'array'
          ? `needs at least ${counted(issue.minimum, issue.origin)}`
          : `must be at least ${issue.minimum}`;
      case 'too_big':
        return issue.origin === 'string' || issue.origin === 'array'
          ? `may have at most ${counted(issue.maximum, issue.origin)}`
          : `must be at most ${issue.maximum}`;
      case 'unrecognized_keys':
        return `has fields that are not known: ${issue.keys.join(', ')}`;
      case 'invalid_format':
        return issue.format === 'uuid' ? 'must be an id' : undefined;
      default:
        return undefined;
    }
  },
});

function counted(count: number | bigint, origin: string): string {
  const [one, many] = origin === 'string' ? ['character', 'characters'] : ['entry', 'entries'];
  return `${count} ${Number(count) === 1 ? one : many}`;
}

function article(expected: string): string {
  if (expected === 'int') return 'a whole number';
  return /^[aeiou]/.test(expected) ? `an ${expected}` : `a ${expected}`;
}
