import { z } from 'zod';

type Node = {
  type?: string;
  format?: string;
  pattern?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  minLength?: number;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Node[];
  /** Of a text with more than one pattern. */
  allOf?: Node[];
  oneOf?: Node[];
  items?: Node;
  properties?: Record<string, Node>;
  required?: string[];
  $ref?: string;
};

const NOBODY = '01890000-0000-7000-8000-000000000000';
/** For patterns: one of these fits each that the contract has. */
const TEXTS = [
  '0',
  'a'.repeat(64),
  'sample',
  '/sample',
  '127.0.0.1',
  'c5.large',
  'https://example.org/',
  'us-east-1',
  'subnet-01234567',
  'ami-01234567',
];

/** Something small that the schema takes, and that names nothing which exists. Throws when it cannot make it. */
export function sample(schema: z.ZodType): unknown {
  const root = z.toJSONSchema(schema, { io: 'input', reused: 'inline' }) as Node & { $defs?: Record<string, Node> };
  const defs = root.$defs ?? {};
  const found = candidates(root, defs).find((value) => schema.safeParse(value).success);
  if (found === undefined) throw new Error(`no sample of ${JSON.stringify(root)}`);
  return found;
}

/** What is required, and the same with one more: of some schemas one field of several has to be there. */
function candidates(node: Node, defs: Record<string, Node>): unknown[] {
  if (node.$ref) return candidates(defOf(node.$ref, defs), defs);
  const least = sampleOf(node, defs);
  if (least === null || typeof least !== 'object') return [least];
  const more = Object.entries(node.properties ?? {}).map(([name, one]) => ({ ...least, [name]: sampleOf(one, defs) }));
  return [least, ...more];
}

const defOf = (ref: string, defs: Record<string, Node>): Node => defs[ref.split('/').at(-1) ?? ''] ?? {};

function sampleOf(node: Node, defs: Record<string, Node>): unknown {
  if (node.$ref) return sampleOf(defOf(node.$ref, defs), defs);
  if ('const' in node) return node.const;
  if (node.enum) return node.enum[0];
  const choices = node.anyOf ?? node.oneOf;
  if (choices) return choices.some((choice) => choice.type === 'null') ? null : sampleOf(choices[0] ?? {}, defs);
  switch (node.type) {
    case 'object': {
      const wanted = (node.required ?? []).map((name) => [name, sampleOf(node.properties?.[name] ?? {}, defs)]);
      return Object.fromEntries(wanted);
    }
    case 'array':
      return Array.from({ length: node.minItems ?? 0 }, () => sampleOf(node.items ?? {}, defs));
    case 'string':
      return textOf(node);
    case 'integer':
    case 'number':
      return node.exclusiveMinimum === undefined ? Math.max(node.minimum ?? 0, 0) : node.exclusiveMinimum + 1;
    case 'boolean':
      return false;
    default:
      return null;
  }
}

function textOf({ format, pattern, allOf = [], minLength = 0 }: Node): string {
  if (format === 'uuid') return NOBODY;
  if (format === 'email') return 'nobody@example.org';
  const patterns = [pattern, ...allOf.map((one) => one.pattern)].filter((one) => one !== undefined);
  if (patterns.length === 0) return 'sample'.padEnd(minLength, 'x');
  const text = TEXTS.find((each) => patterns.every((one) => new RegExp(one).test(each)));
  if (text === undefined) throw new Error(`add a text to TEXTS that fits ${patterns.join(' and ')}`);
  return text;
}
