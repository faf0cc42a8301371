import { z } from 'zod';
import { problem } from '../primitives.ts';
import { type RouteName, type RouteShape, routes } from '../routes.ts';
import { EXAMPLES } from './examples.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

const REF_PREFIX = '#/components/schemas/';

/** The OpenAPI 3.0.3 document of every route. Pure: the same contract gives the same bytes. */
export function buildOpenApi(version: string): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const [name, shape] of Object.entries(routes) as [RouteName, RouteShape][]) {
    const path = shape.url.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [shape.method.toLowerCase()]: operation(name, shape) };
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'millionrps',
      version,
      description:
        'Times are microseconds since the Unix epoch. Units stand last in names. Errors are RFC 9457 problem details (Problem).',
    },
    paths,
    components: {
      schemas: componentSchemas(),
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'millionrps.session_token' },
        token: { type: 'http', scheme: 'bearer', description: 'An API token.' },
        agent: { type: 'http', scheme: 'bearer', description: "An agent's credential." },
      },
    },
  };
}

function operation(name: RouteName, shape: RouteShape): JsonObject {
  const status = String(shape.status ?? 200);
  const parameters = [
    ...parametersOf(shape.params, 'path'),
    ...parametersOf(shape.query, 'query'),
    ...parametersOf(shape.headers, 'header'),
  ];
  const body = requestBody(name, shape);
  return {
    operationId: name,
    tags: [shape.tag],
    summary: shape.summary,
    description: whoMayCall(shape),
    'x-access': shape.access,
    security: shape.tokens === 'never' ? [{ session: [] }] : SECURITY[shape.access],
    ...(shape.tokens && { 'x-tokens': shape.tokens }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: {
      [status]: reply(shape),
      ...(shape.tagged && { 304: { description: 'Not modified since the ETag in If-None-Match.' } }),
      ...(shape.underWay && { 202: underWay(shape.underWay) }),
      default: {
        description: 'What went wrong.',
        content: { 'application/problem+json': { schema: schemaOf(problem) } },
      },
    },
  };
}

const whoMayCall = (shape: RouteShape): string =>
  shape.proof === 'recent'
    ? `${roleNeeded(shape)} A person in a browser proves who they are within the ten minutes before.`
    : roleNeeded(shape);

/** The words of `authorise`. */
function roleNeeded({ access, tokens }: RouteShape): string {
  if (access === 'public') return 'Anyone may call it.';
  if (access === 'secret') return 'Needs the secret that the request carries, and no sign-in.';
  if (access === 'agent') return 'For agents: needs the credential that joining gave.';
  if (access === 'preset') return `Needs ${PRESET}.`;
  if (tokens === 'never') return `Needs the role ${access}, signed in: API tokens are refused.`;
  if (tokens === 'preset') return `Needs the role ${access}, signed in, or ${PRESET}. Other API tokens are refused.`;
  return tokens === undefined
    ? `Needs the role ${access}, signed in or by an API token.`
    : `Needs the role ${access}, signed in, or an API token of the role ${tokens}.`;
}

const PRESET = 'the preset API token of the instance (MILLIONRPS_ADMIN_TOKEN)';

const PERSON: Json = [{ session: [] }, { token: [] }];

const SECURITY: Record<RouteShape['access'], Json> = {
  public: [],
  secret: [],
  viewer: PERSON,
  operator: PERSON,
  admin: PERSON,
  agent: [{ agent: [] }],
  preset: [{ token: [] }],
};

function requestBody(name: RouteName, shape: RouteShape): JsonObject | null {
  if (shape.body) {
    const examples = EXAMPLES[name] as JsonObject | undefined;
    return {
      required: !shape.body.safeParse(undefined).success,
      content: { 'application/json': { schema: schemaOf(shape.body), ...(examples && { examples }) } },
    };
  }
  if (shape.consumes) return { required: true, content: { [shape.consumes]: { schema: BYTES } } };
  return null;
}

function reply(shape: RouteShape): JsonObject {
  if (shape.reply) return { description: 'Done.', content: { 'application/json': { schema: schemaOf(shape.reply) } } };
  if (!shape.produces) return { description: 'Done.' };
  return {
    description: 'Done.',
    content: Object.fromEntries(shape.produces.map((type) => [type, { schema: /[/+]json$/.test(type) ? {} : BYTES }])),
  };
}

const underWay = (schema: z.ZodType): JsonObject => ({
  description: 'Not done yet: ask again with a GET of Location.',
  headers: { Location: { schema: { type: 'string' } } },
  content: { 'application/json': { schema: schemaOf(schema) } },
});

const BYTES: JsonObject = { type: 'string', format: 'binary' };

function parametersOf(schema: z.ZodType | undefined, where: 'path' | 'query' | 'header'): JsonObject[] {
  if (!schema) return [];
  const object = inline(schema);
  const required = new Set((object.required as string[] | undefined) ?? []);
  return Object.entries((object.properties as JsonObject | undefined) ?? {}).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.has(name),
    schema: property,
  }));
}

/** A reference when the schema has an id, else the schema itself. */
function schemaOf(schema: z.ZodType): JsonObject {
  const id = z.globalRegistry.get(schema)?.id;
  return id ? { $ref: REF_PREFIX + id } : inline(schema);
}

function inline(schema: z.ZodType): JsonObject {
  // What has an id is among the components already.
  const { definitions: _, ...own } = z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'input' });
  return tidy(own) as JsonObject;
}

function componentSchemas(): JsonObject {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    target: 'openapi-3.0',
    io: 'input',
    uri: (id) => REF_PREFIX + id,
  });
  const sorted = Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1));
  const tidied = Object.fromEntries(sorted.map(([id, schema]) => [id, tidy(schema) as JsonObject]));
  return Object.fromEntries(Object.entries(tidied).map(([id, schema]) => [id, withDiscriminator(schema, tidied)]));
}

/**
 * Generators read plain types better than exact ones. Bounds of 2^53 and the patterns of formats say nothing to a
 * reader, and a number without `double` becomes a 32-bit float in Go.
 */
function tidy(node: unknown): Json {
  if (Array.isArray(node)) return node.map(tidy);
  if (node === null || typeof node !== 'object') return node as Json;
  const entries = Object.entries(node).filter(([key, value]) => {
    if (key === '$schema' || key === '$id' || key === 'id') return typeof value === 'object';
    if (key === 'pattern') return !('format' in node);
    if (key === 'maximum' || key === 'minimum') return Math.abs(value as number) < Number.MAX_SAFE_INTEGER;
    return true;
  });
  const out: JsonObject = Object.fromEntries(entries.map(([key, value]) => [key, tidy(value)]));
  if (typeof out.$ref === 'string') out.$ref = out.$ref.replace('#/definitions/', REF_PREFIX);
  if (out.type === 'number') out.format = 'double';
  if (out.type === 'integer') out.format = 'int64';
  // Of OpenAPI 3.0.3: null has to be among the values, too.
  if (out.nullable && Array.isArray(out.enum)) out.enum = [...out.enum, null];
  return out;
}

/** Tagged unions name their tag and say which schema belongs to which value. */
function withDiscriminator(schema: JsonObject, all: Record<string, JsonObject>): JsonObject {
  const options = schema.oneOf as { $ref: string }[] | undefined;
  if (!options) return schema;
  const members = options.map(({ $ref }) => ({ $ref, schema: all[$ref.slice(REF_PREFIX.length)] }));
  const propertyName = TAGS.find((tag) => members.every((member) => tagOf(member.schema, tag)));
  if (!propertyName) throw new Error(`every member of a tagged union needs an id and a literal ${TAGS.join(' or ')}`);
  const mapping = Object.fromEntries(members.map((member) => [tagOf(member.schema, propertyName), member.$ref]));
  return { ...schema, discriminator: { propertyName, mapping } };
}

/** What a union may be told apart by. */
const TAGS = ['type', 'kind', 'loop', 'action'];

function tagOf(schema: JsonObject | undefined, name: string): string | undefined {
  const properties = (schema?.properties ?? {}) as Record<string, { enum?: string[] }>;
  const { enum: values } = properties[name] ?? {};
  return values?.length === 1 ? values[0] : undefined;
}
