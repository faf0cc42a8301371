// @ts-check
/**
 * The document that an instance serves, with what exists in it: ids in paths, in queries and in bodies are those of its own runs, hosts and
 * so on. What is made up of it then gets past "there is no such run". Answers are held to the schemas as they were.
 */

import { BYTES } from './world.mjs';

/** @typedef {import('./world.mjs').Known} Known */

const SCHEMAS = '#/components/schemas/';
/** Begins the names of the schemas that requests have for themselves. */
const ASKED = 'InRequest.';
/** Names nothing. */
const UNKNOWN_ID = '01900000-0000-7000-8000-00000000dead';

/** @param {any} document as served @param {Known} known */
export function overlay(document, known) {
  const { schemas } = document.components;
  const copies = Object.entries(schemas).map(([name, schema]) => [ASKED + name, asked(schema, known)]);
  const paths = Object.entries(document.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, it]) => [method, withKnown(method, path, it, known)])),
  ]);
  return {
    ...document,
    paths: Object.fromEntries(paths),
    components: { ...document.components, schemas: { ...schemas, ...Object.fromEntries(copies) } },
  };
}

/** @param {string} method @param {string} path @param {any} operation @param {Known} known */
function withKnown(method, path, operation, known) {
  // Who calls is the business of the runner: none of it is made up.
  const { parameters, requestBody, security: _, ...rest } = operation;
  return {
    ...rest,
    ...(parameters && {
      parameters: parameters.map((/** @type {any} */ one) => ({
        ...one,
        schema: askedParameter(one, known, valuesOf(known, `${method.toUpperCase()} ${path}`, one.name)),
      })),
    }),
    ...(requestBody && { requestBody: withExample(asked(requestBody, known)) }),
  };
}

/** An id of nothing in a path is refused; a filter by it finds nothing, and is a right one all the same. */
function askedParameter({ in: place, schema }, known, values) {
  const narrow = asked(schema, known, values);
  return values && place === 'query' ? { anyOf: [narrow, schema] } : narrow;
}

/** Bytes that are what the address says are not found by chance. @param {any} body */
function withExample(body) {
  const bytes = body.content['application/octet-stream'];
  return bytes ? { ...body, content: { 'application/octet-stream': { ...bytes, example: BYTES } } } : body;
}

/** @param {Known} known @param {string} key method and path @param {string} name */
function valuesOf({ parameters }, key, name) {
  const found = parameters.find((rule) => rule.name === name && rule.of.test(key));
  return found?.values;
}

/**
 * A schema, or what holds some, as requests have it.
 *
 * @param {any} node
 * @param {Known} known
 * @param {string[]} [values] what it may be
 * @returns {any}
 */
function asked(node, known, values) {
  if (Array.isArray(node)) return node.map((one) => asked(one, known));
  if (node === null || typeof node !== 'object') return node;
  if (values) return narrowed(node, values);
  if (typeof node.$ref === 'string') return { $ref: node.$ref.replace(SCHEMAS, SCHEMAS + ASKED) };
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      const own = known.fields[key];
      if (own && typeof value === 'string') return [key, own[0]];
      if (own && Array.isArray(value) && value.every((one) => typeof one === 'string') && key !== 'required')
        return [key, own.slice(0, value.length)];
      return [key, asked(value, known, own && isText(value) ? own : undefined)];
    }),
  );
}

const isText = (/** @type {any} */ schema) =>
  schema?.type === 'string' ||
  schema?.type === 'integer' ||
  (schema?.type === 'array' && schema.items?.type === 'string');

/** @param {any} schema @param {string[]} values */
function narrowed(schema, values) {
  if (schema.type === 'array') return { ...schema, items: narrowed(schema.items, values) };
  const all = [...values, ...(schema.format === 'uuid' ? [UNKNOWN_ID] : []), ...(schema.nullable ? [null] : [])];
  return { type: schema.type, ...(schema.nullable && { nullable: true }), enum: all };
}
