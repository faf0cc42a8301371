import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Schema {
  type?: string;
  $ref?: string;
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}
interface Operation {
  operationId: string;
  tags: string[];
  description?: string;
  parameters?: { name: string; description?: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));
const schemas: Record<string, Schema> = document.components.schemas;
const operations = Object.values<Record<string, Operation>>(document.paths).flatMap((one) => Object.values(one));
/** Agents make their bodies from the same contract. */
const ofPeople = operations.filter(({ tags }) => !tags.includes('agents'));

/** Their names say all. */
const PLAIN = new Set([
  'name',
  'kind',
  'method',
  'email',
  'password',
  'newPassword',
  'role',
  'loop',
  'tuning',
  'format',
]);

/** Fields without a description, of a schema and all that is in it. */
function undescribed(schema: Schema, place: string, seen: Set<string>): string[] {
  const { $ref, properties = {}, items, allOf = [], anyOf = [], oneOf = [] } = schema;
  const id = $ref?.split('/').at(-1);
  if (id !== undefined) {
    if (seen.has(id)) return [];
    seen.add(id);
    return undescribed(schemas[id] ?? {}, id, seen);
  }
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [
      ...(PLAIN.has(name) || saysItself(field) ? [] : [`${place}.${name}`]),
      ...undescribed(field, `${place}.${name}`, seen),
    ]),
    ...[...(items ? [items] : []), ...allOf, ...anyOf, ...oneOf].flatMap((one) => undescribed(one, place, seen)),
  ];
}

/** By a description of its own, or by that of what it refers to. */
function saysItself({ description, $ref, allOf, items }: Schema): boolean {
  const id = ($ref ?? allOf?.[0]?.$ref ?? items?.$ref)?.split('/').at(-1);
  return description !== undefined || (id !== undefined && schemas[id]?.description !== undefined);
}

it('says what each operation does and who may call it', () => {
  expect(operations.filter(({ description }) => !description).map(({ operationId }) => operationId)).toEqual([]);
});

it('says what each field means that people send', () => {
  const seen = new Set<string>();
  const fields = ofPeople.flatMap(({ operationId, requestBody }) =>
    Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => undescribed(schema, operationId, seen)),
  );
  expect(fields).toEqual([]);
});

it('says what each parameter means', () => {
  const parameters = ofPeople.flatMap(({ operationId, parameters = [] }) =>
    parameters.flatMap(({ name, description }) => (description ? [] : [`${operationId} ${name}`])),
  );
  expect(parameters).toEqual([]);
});

it('holds null among the values of each enum that may be null', () => {
  const lacking: string[] = [];
  const look = (node: unknown, place: string): void => {
    if (node === null || typeof node !== 'object') return;
    const { nullable, enum: values } = node as { nullable?: unknown; enum?: unknown };
    if (nullable === true && Array.isArray(values) && !values.includes(null)) lacking.push(place);
    for (const [key, value] of Object.entries(node)) look(value, `${place}/${key}`);
  };
  look(document, '');
  expect(lacking).toEqual([]);
});

it('says of what is JSON that it is JSON, and not a string', () => {
  const strings = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap(({ responses }) =>
      Object.values(responses).flatMap(({ content = {} }) =>
        Object.entries(content).flatMap(([type, { schema }]) =>
          /[/+]json$/.test(type) && schema.type === 'string' ? [path] : [],
        ),
      ),
    ),
  );
  expect(strings).toEqual([]);
});
