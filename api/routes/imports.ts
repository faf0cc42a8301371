import type { FastifyReply } from 'fastify';
import type { Caller } from '../auth/caller.ts';
import type { CreateImport, ImportResult } from '../contract/import.ts';
import { routes } from '../contract/routes.ts';
import { bundleSchema } from '../operations/bundle-schema.ts';
import { type Doors, mount } from './mount.ts';

/** An import that takes longer than this is asked after, */
const QUICK_MS = 500;
/** and each time waited for this long. */
const WAIT_MS = 5000;

export function importRoutes(doors: Doors): void {
  const { lab } = doors;
  const begin = (input: CreateImport | null, { person }: Caller): string =>
    lab.imports.begin({ input, atUs: lab.nowUs(), byName: person?.name ?? null });
  const outcome = async (importId: string, waitMs: number, reply: FastifyReply): Promise<ImportResult | FastifyReply> =>
    (await lab.imports.outcome(importId, waitMs)) ??
    reply.code(202).header('location', routes.getImport.url.replace(':importId', importId)).send({ importId });
  mount(doors, routes.createImport, ({ body, caller, reply }) => outcome(begin(body, caller), QUICK_MS, reply));
  mount(doors, routes.importJournal, ({ caller, reply }) => outcome(begin(null, caller), QUICK_MS, reply));
  mount(doors, routes.getImport, ({ params, reply }) => outcome(params.importId, WAIT_MS, reply));
  const schema = bundleSchema(lab.publicUrl);
  mount(doors, routes.getBundleSchema, async ({ reply }) => {
    reply.type('application/schema+json').send(schema);
    return undefined;
  });
}
