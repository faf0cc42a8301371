import { z } from 'zod';
import { createBenchmark } from '../api/contract/benchmark.ts';
import { createExperiment } from '../api/contract/experiment.ts';
import type { JsonObject } from '../api/contract/openapi/document.ts';
import { createRun } from '../api/contract/spec.ts';

/**
 * The JSON Schemas of spec files, for editors: what createRun, createExperiment and createBenchmark take, with hosts by name as well, and the descriptions
 * of the OpenAPI document. Draft 7, which editors know best.
 */
export function specSchemas(document: JsonObject): JsonObject {
  const schemas = (document.components as JsonObject).schemas as Record<string, JsonObject>;
  const of = (schema: z.ZodType, id: string, title: string): JsonObject => {
    const made = z.toJSONSchema(schema, { io: 'input', target: 'draft-7' }) as JsonObject;
    const definitions = made.definitions as Record<string, JsonObject>;
    for (const [name, definition] of Object.entries(definitions)) describe(definition, schemas[name], schemas);
    describe(made, schemas[id], schemas);
    for (const name of PLACES) byName(definitions[name]);
    return { title, ...made };
  };
  return {
    run: of(createRun, 'CreateRun', 'millionrps run'),
    experiment: of(createExperiment, 'CreateExperiment', 'millionrps experiment'),
    benchmark: of(createBenchmark, 'CreateBenchmark', 'millionrps benchmark'),
  };
}

/** Objects that name a host by its id. */
const PLACES = ['ServerRef', 'BackendRef', 'ClientRef'];

function byName(place: JsonObject | undefined): void {
  if (!place) throw new Error(`${PLACES.join(', ')} are no definitions of the schema any more`);
  const host = { type: 'string', minLength: 1, description: 'The name of the host, or its id.' };
  place.properties = { host, ...(place.properties as JsonObject) };
  place.required = (place.required as string[]).filter((name) => name !== 'hostId');
  place.oneOf = [{ required: ['host'] }, { required: ['hostId'] }];
}

/** Takes the descriptions of a schema that has the same fields. */
function describe(node: JsonObject, known: JsonObject | undefined, schemas: Record<string, JsonObject>): void {
  const from = resolved(known, schemas);
  if (!from) return;
  const description = known?.description ?? from.description;
  if (description !== undefined) node.description ??= description;
  const properties = (from.properties ?? {}) as Record<string, JsonObject>;
  for (const [name, property] of Object.entries((node.properties ?? {}) as Record<string, JsonObject>))
    describe(property, properties[name], schemas);
  if (node.items) describe(node.items as JsonObject, from.items as JsonObject | undefined, schemas);
}

function resolved(node: JsonObject | undefined, schemas: Record<string, JsonObject>): JsonObject | undefined {
  const whole = (node?.allOf as JsonObject[] | undefined)?.[0] ?? node;
  const ref = whole?.$ref;
  return typeof ref === 'string' ? schemas[ref.slice(ref.lastIndexOf('/') + 1)] : whole;
}
