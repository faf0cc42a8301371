import { expect, it } from 'vitest';
import { z } from 'zod';
import { integers, isBoundedByRule, recordOf, word } from './bounds.ts';
import { bundle } from './bundle.ts';
import { type RouteShape, routes } from './routes.ts';
import { shareDocument } from './share.ts';

const FROM_OUTSIDE = ['params', 'query', 'headers', 'body'] as const;

it('whatever a request may hold has a bound', () => {
  const paths = Object.entries(routes).flatMap(([name, shape]: [string, RouteShape]) =>
    FROM_OUTSIDE.flatMap((part) => (shape[part] ? unboundedPaths(shape[part], `${name} ${part}`) : [])),
  );
  expect(paths).toEqual([]);
});

it('whatever an imported file may hold has a bound', () => {
  expect([...unboundedPaths(bundle, 'bundle'), ...unboundedPaths(shareDocument, 'document')]).toEqual([]);
});

it('a field without a bound is named, wherever it stands', () => {
  const part = z.object({
    text: z.string().nullable(),
    list: z.array(z.int()).max(3),
    bag: z.record(word, word),
    rate: z.number().min(0),
  });
  const schema = z.object({
    parts: z.array(part).optional(),
    either: z.discriminatedUnion('type', [
      z.object({ type: z.literal('a'), of: z.array(word).max(2) }),
      z.object({ type: z.literal('b'), of: z.unknown() }),
    ]),
    loose: z.looseObject({}).optional(),
    kept: recordOf(word, word, 5),
    id: z.uuid(),
  });
  expect(unboundedPaths(schema, 'body')).toEqual([
    'body.parts',
    'body.parts[].text',
    'body.parts[].bag',
    'body.parts[].rate',
    'body.either.of',
    'body.loose',
  ]);
});

it('a list of integers is checked, told and documented as any other', () => {
  const usual = z.array(z.int()).max(3);
  const quick = integers(3);
  const given: unknown[] = [[], [1, -2, 3], [1, 2, 3, 4], [1, 2.5], [1, '2'], [2 ** 53], [null], 3, undefined, {}];
  for (const value of given) {
    const [wanted, found] = [usual.safeParse(value), quick.safeParse(value)];
    expect([found.data, found.error?.issues]).toEqual([wanted.data, wanted.error?.issues]);
  }
  expect(z.toJSONSchema(quick)).toEqual(z.toJSONSchema(usual));
});

type Schema = z.core.$ZodType & { _zod: { def: Def } };
interface Def {
  type: string;
  checks?: { _zod: { def: { check: string; format?: string } } }[];
  check?: string;
  format?: string;
  catchall?: Schema;
  shape?: Record<string, Schema>;
  element?: Schema;
  innerType?: Schema;
  options?: Schema[];
  in?: Schema;
  out?: Schema;
  keyType?: Schema;
  valueType?: Schema;
  getter?: () => Schema;
}

/** Of a length that their form fixes. */
const FIXED_FORMATS = new Set(['uuid', 'date']);
const BOUNDING = new Set(['max_length', 'length_equals']);
const WITHOUT_PARTS = new Set(['boolean', 'null', 'undefined', 'never', 'literal', 'enum']);

/** The paths of a schema at which a caller may send as much as they like: `facts.nics[].addresses[]`. */
function unboundedPaths(schema: z.ZodType, path: string): string[] {
  return [...new Set(walk(schema as unknown as Schema, path))];
}

function walk(schema: Schema, path: string): string[] {
  const { def } = schema._zod;
  if (isBoundedByRule(schema as unknown as z.ZodType)) return partsOf(def, path);
  const here = isBounded(def) ? [] : [path];
  return [...here, ...partsOf(def, path)];
}

function isBounded(def: Def): boolean {
  if (WITHOUT_PARTS.has(def.type)) return true;
  // Whole numbers are safe ones; of others the product of two may be infinite, which no answer can hold.
  if (def.type === 'number')
    return (
      checksOf(def).some(({ format }) => format === 'safeint') ||
      ['less_than', 'greater_than'].every((bound) => checksOf(def).some(({ check }) => check === bound))
    );
  if (def.type === 'string')
    return checksOf(def).some(({ check, format }) => BOUNDING.has(check) || FIXED_FORMATS.has(format ?? ''));
  if (def.type === 'array') return checksOf(def).some(({ check }) => BOUNDING.has(check));
  if (def.type === 'object') return def.catchall === undefined || def.catchall._zod.def.type === 'never';
  // What only wraps others is bounded by them; a transformation is followed by a schema of what it makes.
  return ['nullable', 'optional', 'union', 'pipe', 'transform', 'readonly'].includes(def.type);
}

const checksOf = (def: Def) => [
  ...(def.checks ?? []).map((check) => check._zod.def),
  ...(def.check ? [{ check: def.check, format: def.format }] : []),
];

function partsOf(def: Def, path: string): string[] {
  const fields = Object.entries(def.shape ?? {}).flatMap(([name, field]) => walk(field, `${path}.${name}`));
  const inner = [def.innerType, def.in, def.out, ...(def.options ?? [])].flatMap((part) =>
    part ? walk(part, path) : [],
  );
  const elements = [def.element, def.valueType].flatMap((part) => (part ? walk(part, `${path}[]`) : []));
  const keys = def.keyType ? walk(def.keyType, `${path}{}`) : [];
  return [...fields, ...inner, ...elements, ...keys];
}
