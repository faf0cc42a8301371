import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { safeParse } from 'zod/v4/core';
import type { Problem } from '../../contract/primitives.ts';
import { shorten } from '../../rules/spec/shorten.ts';

/** How many faults are named: more would not help. */
const FIELDS_MAX = 50;
const FIELD_CHARACTERS = 300;

/** What of a request does not fit its contract. */
export class Misfit extends Error {
  readonly fields: Problem['fields'];
  /** Which part of the request, as Fastify notes it. */
  readonly validationContext: string | undefined;

  constructor(issues: z.core.$ZodIssue[]) {
    super('The request is not valid.');
    this.fields = issues.slice(0, FIELDS_MAX).map(({ path, message }) => ({
      path: shorten(path.join('.'), FIELD_CHARACTERS),
      message: shorten(message, FIELD_CHARACTERS),
    }));
  }
}

// Fastify knows not that a schema of ours is always one of zod.
type Compiler = FastifySchemaCompiler<unknown>;

/** Names everything that does not fit, as a form shows all faults at once. */
export const checkAll: Compiler = ({ schema }) => check(schema as z.core.$ZodType, {});

/** Only the first: a large body may hold millions, and finding them all would take minutes of everybody's time. */
export const checkFirst: Compiler = ({ schema }) => check(schema as z.core.$ZodType, { abortEarly: true });

// `abortEarly` is what zod's own `validate` sets; its type leaves it out.
const check = (schema: z.core.$ZodType, how: { abortEarly?: boolean }) => (value: unknown) => {
  const { success, data, error } = safeParse(schema, value, how as z.core.ParseContext<z.core.$ZodIssue>);
  return success ? { value: data } : { error: new Misfit(error.issues) };
};
