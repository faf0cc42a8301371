import { z } from 'zod';
import { within } from './bounds.ts';
import { METHODS, SAMPLE_ORDERS } from './choices.ts';
import {
  EXPECTED_STATUS,
  HEADER_NAME,
  HEADER_VALUE,
  MAX_BODY_FILE_BYTES,
  MAX_CONTAINS_CHARACTERS,
  MAX_FILE_NAME_CHARACTERS,
  MAX_HEADER_NAME_CHARACTERS,
  MAX_HEADER_VALUE_CHARACTERS,
  MAX_HEADERS,
  MAX_INLINE_BODY_BYTES,
  MAX_PATH_CHARACTERS,
  MAX_SAMPLE_CHARACTERS,
  MAX_SAMPLE_VALUES,
  REQUEST_WEIGHT,
  SECRET_NAME,
  VARIABLE_NAME,
  VARIABLE_NUMBER,
} from './limits.ts';
import { sha256 } from './primitives.ts';

/* What is asked of the target: requests as they are sent, and the variables that stand in them. */

/** Of HTTP. */
export const method = z.enum(METHODS).meta({ id: 'Method' });
export type Method = z.infer<typeof method>;

export const requestPath = z
  .string()
  .max(MAX_PATH_CHARACTERS)
  .regex(/^\/[!-~]*$/, 'must begin with / and hold neither spaces nor letters beyond ASCII')
  .regex(/^[^#]*$/, 'must not hold a #, which is never sent');

export const secretName = z
  .string()
  .max(64)
  .regex(SECRET_NAME, 'must be letters, digits, dots, hyphens and underscores, such as api-token');

const variableName = z
  .string()
  .max(32)
  .regex(VARIABLE_NAME, 'must begin with a letter and hold letters, digits, hyphens and underscores');

export const requestHeader = z
  .strictObject({
    name: z
      .string()
      .max(MAX_HEADER_NAME_CHARACTERS)
      .regex(HEADER_NAME, 'must be the name of a header, such as Accept-Language'),
    /** As it is sent; may hold `{{name}}`. Null: a secret. */
    value: z
      .string()
      .max(MAX_HEADER_VALUE_CHARACTERS)
      .regex(HEADER_VALUE, 'must be printable ASCII without spaces at its ends')
      .nullable(),
    /** Its name in the configuration file of each client's host, which alone has the value. Null: the value stands here. */
    secret: secretName.nullable(),
  })
  .refine(({ value, secret }) => (value === null) !== (secret === null), 'needs either a value or a secret')
  .meta({ id: 'RequestHeader' });
export type RequestHeader = z.infer<typeof requestHeader>;

/** Base64 takes four characters for three bytes. */
const INLINE_BASE64_CHARACTERS = 4 * Math.ceil(MAX_INLINE_BODY_BYTES / 3);

const fileSize = within([0, MAX_BODY_FILE_BYTES]);

export const requestBody = z
  .discriminatedUnion('kind', [
    z
      .strictObject({
        kind: z.literal('text'),
        /** Sent as UTF-8; may hold `{{name}}`. */
        text: z.string().max(MAX_INLINE_BODY_BYTES),
      })
      .meta({ id: 'TextBody' }),
    z
      .strictObject({
        kind: z.literal('base64'),
        /** The bytes in base64; sent as they are. */
        base64: z.base64().max(INLINE_BASE64_CHARACTERS),
      })
      .meta({ id: 'Base64Body' }),
    z
      .strictObject({
        kind: z.literal('file'),
        /** Of its bytes, which were uploaded before; sent as they are. */
        sha256,
        /** Of the file. */
        sizeBytes: fileSize,
        /** For people. */
        fileName: z.string().trim().min(1).max(MAX_FILE_NAME_CHARACTERS),
      })
      .meta({ id: 'FileBody' }),
  ])
  .meta({ id: 'RequestBody' });
export type RequestBody = z.infer<typeof requestBody>;

export const expectedAnswer = z
  .strictObject({
    /** Null: any from 200 to 299. */
    status: within(EXPECTED_STATUS).nullable(),
    /** Length of the body, after it was decompressed. Null: any. */
    bytes: z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullable(),
    /** Of the body. Null: any. */
    sha256: sha256.nullable(),
    /** What stands in the body somewhere. Null: nothing in particular. */
    contains: z.string().min(1).max(MAX_CONTAINS_CHARACTERS).nullable(),
  })
  .meta({ id: 'ExpectedAnswer', description: 'What an answer has to be like; any other one is a failed request.' });
export type ExpectedAnswer = z.infer<typeof expectedAnswer>;

export const requestSpec = z
  .strictObject({
    method,
    /** Path and query, such as `/simple`; may hold `{{name}}`. */
    path: requestPath,
    /** Its share of the requests is its weight over the sum of all. */
    weight: within(REQUEST_WEIGHT),
    /** In addition to those that the load generator itself sends, in their order. */
    headers: z.array(requestHeader).max(MAX_HEADERS),
    /** Null: none. */
    body: requestBody.nullable(),
    expect: expectedAnswer,
  })
  .meta({ id: 'RequestSpec' });
export type RequestSpec = z.infer<typeof requestSpec>;

const number = within(VARIABLE_NUMBER);

export const requestVariable = z
  .discriminatedUnion('kind', [
    z
      .strictObject({
        name: variableName,
        kind: z.literal('counter'),
        /**
         * Its first value. Clients and the loops of their tools count by ranges of their own, so that no value comes twice while a
         * tool runs. The preflight, each warm-up and each step begin here again.
         */
        from: number,
      })
      .meta({ id: 'CounterVariable' }),
    z
      .strictObject({
        name: variableName,
        kind: z.literal('random'),
        /** The lowest value, itself possible. */
        least: number,
        /** The highest value, itself possible. */
        most: number,
      })
      .refine(({ least, most }) => least <= most, 'needs a most that is not below its least')
      .meta({ id: 'RandomVariable', description: 'A whole number, each between least and most equally likely.' }),
    z
      .strictObject({
        name: variableName,
        kind: z.literal('sample'),
        /** One of them with each request. */
        values: z.array(z.string().max(MAX_SAMPLE_CHARACTERS)).min(1).max(MAX_SAMPLE_VALUES),
        /** In turn: one after another, and again from the first. At random: each equally likely. */
        order: z.enum(SAMPLE_ORDERS),
      })
      .meta({ id: 'SampleVariable' }),
  ])
  .meta({
    id: 'RequestVariable',
    description: 'Stands for `{{name}}` in paths, values of headers and text bodies; a new value with each request.',
  });
export type RequestVariable = z.infer<typeof requestVariable>;
