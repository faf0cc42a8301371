// @ts-check
import { routes } from '../../../api/contract/routes.ts';

/** Unless its route says otherwise, as in api/app.ts. */
const BODY_BYTES = 256 * 1024;
/** For what a schema does not bound. */
const LONG = 1000;
/** Of what is nested in itself. */
const DEEPEST = 12;

/**
 * For each operation that takes JSON, bodies just below the size at which it is refused unread: as much as its schema has room for, one long
 * text, as many fields, and as deep a list as fit.
 *
 * @param {any} document @returns {{ operation: any, method: string, path: string, shape: string, body: string }[]}
 */
export function largestBodies(document) {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(/** @type {any} */ (methods)).flatMap(([method, operation]) => {
      const content = operation.requestBody?.content['application/json'];
      if (!content) return [];
      const { bodyBytesMax = BODY_BYTES } = /** @type {any} */ (routes)[operation.operationId];
      const room = bodyBytesMax - LONG;
      const of = { operation, method: method.toUpperCase(), path };
      return [
        { ...of, shape: 'its own', body: JSON.stringify(fill(content.schema, document, { left: room * 0.8 }, 0)) },
        { ...of, shape: 'long', body: JSON.stringify({ padding: 'x'.repeat(room) }) },
        { ...of, shape: 'wide', body: wide(room) },
        { ...of, shape: 'deep', body: '['.repeat(room / 2) + ']'.repeat(room / 2) },
      ];
    }),
  );
}

/** @param {number} room */
function wide(room) {
  const field = (/** @type {number} */ at) => `"f${String(at).padStart(8, '0')}":0`;
  return `{${Array.from({ length: Math.floor(room / 14) }, (_, at) => field(at)).join(',')}}`;
}

/**
 * A value of a schema that uses all its bounds, as long as there is room.
 *
 * @param {any} schema @param {any} document @param {{ left: number }} room @param {number} depth @returns {any}
 */
function fill(schema, document, room, depth) {
  if (schema.$ref) return fill(document.components.schemas[schema.$ref.split('/').at(-1)], document, room, depth + 1);
  const [first] = schema.enum ?? schema.oneOf ?? schema.anyOf ?? schema.allOf ?? [];
  if (schema.enum) return spend(room, first);
  if (first) return fill(first, document, room, depth);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => depth < DEEPEST || schema.required?.includes(name))
          .map(([name, of]) => [spend(room, name), fill(of, document, room, depth + 1)]),
      );
    case 'array':
      return filledList(schema, document, room, depth);
    case 'string':
      return spend(room, 'x'.repeat(Math.max(0, Math.min(schema.maxLength ?? LONG, room.left))));
    case 'boolean':
      return spend(room, true);
    default:
      return spend(room, schema.maximum ?? schema.minimum ?? 1);
  }
}

function filledList({ items = {}, maxItems = LONG }, document, room, depth) {
  const list = [];
  while (list.length < maxItems && room.left > 0 && depth < DEEPEST) list.push(fill(items, document, room, depth + 1));
  return list;
}

/** @template T @param {{ left: number }} room @param {T} value @returns {T} */
function spend(room, value) {
  room.left -= JSON.stringify(value).length + 1;
  return value;
}
