import type { FastifyReply } from 'fastify';
import type { CreateImport } from '../contract/import.ts';
import { routes } from '../contract/routes.ts';
import type { Caller } from '../people/caller.ts';
import { type Doors, mount } from '../platform/http/mount.ts';
import { bundleSchema } from './bundle-schema.ts';

/** How long an import may take to be answered at once. */
const QUICK_MS = 500;
/** How long whoever asks after one waits for it. */
const WAIT_MS = 5000;

export function importRoutes(doors: Doors): void {
  const { lab } = doors;
  const underWay = (importId: string, reply: FastifyReply): FastifyReply =>
    reply.code(202).header('location', routes.getImport.url.replace(':importId', importId)).send({ importId });
  const begin = async (input: CreateImport | null, { person }: Caller, reply: FastifyReply) => {
    const task = { input, atUs: lab.nowUs(), byName: person?.name ?? null };
    const { importId, result } = await lab.imports.begin(task, QUICK_MS);
    return result ?? underWay(importId, reply);
  };
  mount(doors, routes.createImport, ({ body, caller, reply }) => begin(body, caller, reply));
  mount(doors, routes.importJournal, ({ caller, reply }) => begin(null, caller, reply));
  mount(
    doors,
    routes.getImport,
    async ({ params: { importId }, reply }) =>
      (await lab.imports.outcome(importId, WAIT_MS)) ?? underWay(importId, reply),
  );
  const schema = bundleSchema(lab.publicUrl);
  mount(doors, routes.getBundleSchema, async ({ reply }) => {
    reply.type('application/schema+json').send(schema);
    return undefined;
  });
}
