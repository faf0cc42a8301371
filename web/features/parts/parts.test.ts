import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const web = path.resolve(import.meta.dirname, '../..');
const sourcesIn = (folder: string): string[] =>
  readdirSync(path.join(web, folder), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.tsx'));

const page = sourcesIn('features/parts')
  .map((name) => readFileSync(path.join(web, 'features/parts', name), 'utf8'))
  .join('\n');
const components = sourcesIn('ui').map((name) => name.replace(/\.tsx$/, ''));

it('shows every part of the design system, each under its name', () => {
  expect(components.length).toBeGreaterThan(30);
  const missing = components.filter((name) => !page.includes(`<Specimen of="${name}">`));
  expect(missing, 'web/features/parts has no specimen of these').toEqual([]);
});

it('shows nothing under a name that is gone', () => {
  const shown = [...page.matchAll(/<Specimen of="(.+?)">/g)].map(([, name]) => name);
  const others = ['palette', 'plot-frame', 'strip-chart'];
  expect(shown.sort()).toEqual([...components, ...others].sort());
});
