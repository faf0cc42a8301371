import type { Caller } from '../auth/caller.ts';
import type { CreateImport } from '../contract/import.ts';
import { routes } from '../contract/routes.ts';
import { bundleSchema } from '../operations/bundle-schema.ts';
import { type Doors, mount } from './mount.ts';

export function importRoutes(doors: Doors): void {
  const { lab } = doors;
  const run = (input: CreateImport | null, { person }: Caller) =>
    lab.imports.run({ input, atUs: lab.nowUs(), byName: person?.name ?? null });
  mount(doors, routes.createImport, ({ body, caller }) => run(body, caller));
  mount(doors, routes.importJournal, ({ caller }) => run(null, caller));
  const schema = bundleSchema(lab.publicUrl);
  mount(doors, routes.getBundleSchema, async ({ reply }) => {
    reply.type('application/schema+json').send(schema);
    return undefined;
  });
}
