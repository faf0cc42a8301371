import { routes } from '../contract/routes.ts';
import { bundleSchema } from '../operations/bundle-schema.ts';
import { createImport, importJournal } from '../operations/create-import.ts';
import { type Doors, mount } from './mount.ts';

export function importRoutes(doors: Doors): void {
  const { lab } = doors;
  mount(doors, routes.createImport, ({ body, caller }) => createImport(lab, body, caller.person?.name ?? null));
  mount(doors, routes.importJournal, ({ caller }) => importJournal(lab, caller.person?.name ?? null));
  const schema = bundleSchema(lab.publicUrl);
  mount(doors, routes.getBundleSchema, async ({ reply }) => {
    reply.type('application/schema+json').send(schema);
    return undefined;
  });
}
