import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const IMPORT = /^(?:import|export)\s(?!type\s)(?:[^;'"]*?\sfrom\s+)?'([^']+)'/gm;

const webFiles = readdirSync(path.join(root, 'web'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/^(node_modules|\.next|e2e|testing)\/|\.test\.|\.d\.ts$/.test(file))
  .map((file) => path.join('web', file));

/** Modules of the API that are loaded at run time, each with one way by which a page comes to it. */
function loaded(): Map<string, string> {
  const ways = new Map<string, string>();
  const follow = (file: string, way: string): void => {
    for (const [, name = ''] of readFileSync(path.join(root, file), 'utf8').matchAll(IMPORT)) {
      const alias = /^@(contract|rules)\/(.*)$/.exec(name);
      const inApi = file.startsWith('api/');
      if (!alias && !inApi) continue;
      const target = alias
        ? `api/${alias[1]}/${alias[2]}.ts`
        : name.startsWith('.')
          ? path.join(path.dirname(file), name)
          : name;
      if (ways.has(target)) continue;
      ways.set(target, `${way} > ${target}`);
      if (target.startsWith('api/') && target.endsWith('.ts')) follow(target, `${way} > ${target}`);
    }
  };
  for (const file of webFiles) follow(file, file);
  return ways;
}

// zod alone weighs more than the first load of most pages.
it('loads of the API nothing but modules of the project, so neither zod nor anything of Node', () => {
  const ways = loaded();
  expect(ways.has('api/rules/spec/shorten.ts')).toBe(true);
  expect([...ways].filter(([target]) => !/^api\/(contract|rules)\/.*\.ts$/.test(target))).toEqual([]);
});

/** Files of the web app that come with a page itself, by imports that do not wait. */
function comesWith(page: string): Set<string> {
  const files = new Set<string>();
  const follow = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    for (const [, name = ''] of readFileSync(path.join(root, file), 'utf8').matchAll(IMPORT)) {
      if (!/^(@|\.{1,2})\//.test(name)) continue;
      const place = name.startsWith('@/') ? path.join('web', name.slice(2)) : path.join(path.dirname(file), name);
      const found = [`${place}.ts`, `${place}.tsx`].find((one) => webFiles.includes(one));
      if (found) follow(found);
    }
  };
  follow(page);
  return files;
}

// They weigh a fifth of the page together, and draw what nobody has asked for when it opens.
it('loads with the list of runs no menus, no dialogs and no notes on terms', () => {
  const files = comesWith('web/app/(lab)/page.tsx');
  expect(files).toContain('web/features/runs/views/views-menu.tsx');
  const floating = [...files].filter((file) => {
    const names = /import \{([^}]*)\} from 'radix-ui'/.exec(readFileSync(path.join(root, file), 'utf8'))?.[1] ?? '';
    return names.split(',').some((name) => !['', 'Slot'].includes(name.trim()));
  });
  expect(floating).toEqual([]);
  expect([...files]).not.toContain('web/ui/term.tsx');
});

it('loads what draws dialogs and notes on terms when the first is opened', () => {
  const files = comesWith('web/app/(lab)/runs/[id]/page.tsx');
  expect(files).toContain('web/ui/term.tsx');
  expect(files).toContain('web/ui/dialog.tsx');
  expect(files).not.toContain('web/ui/term-note.tsx');
  expect(files).not.toContain('web/ui/dialog-boxes.tsx');
});
