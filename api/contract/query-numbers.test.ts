import { expect, it } from 'vitest';
import type { z } from 'zod';
import { type RouteShape, routes } from './routes.ts';

it('an empty number in an address is none, and not 0', () => {
  const numbers = Object.entries(routes).flatMap(([name, { query }]: [string, RouteShape]) =>
    Object.entries((query as z.ZodObject | undefined)?.shape ?? {}).flatMap(([field, schema]) => {
      const { data } = (schema as z.ZodType).safeParse('12');
      return typeof data === 'number' ? [{ field: `${name} ${field}`, schema: schema as z.ZodType }] : [];
    }),
  );
  expect(numbers.length).toBeGreaterThan(10);
  const taken = numbers.filter(({ schema }) => ['', ' '].some((typed) => schema.safeParse(typed).success));
  expect(taken.map(({ field }) => field)).toEqual([]);
});
