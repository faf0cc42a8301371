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
