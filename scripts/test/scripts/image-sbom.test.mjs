import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { binFolder } from '../../start/build.mjs';
import { root } from '../../start/settings.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'millionrps-image-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (/** @type {string} */ file, /** @type {string} */ text) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};

const listed = () => {
  const script = path.join(root, 'scripts/sbom.mjs');
  const args = ['--image', 'millionrps-agent', '--files', folder, '--out', path.join(folder, 'out')];
  execFileSync(process.execPath, [script, ...args], { env: { ...process.env, INIT_CWD: '/' } });
  return JSON.parse(readFileSync(path.join(folder, 'out/millionrps-agent.cdx.json'), 'utf8'));
};

it('lists what an image has of Debian, npm and Go, each once', () => {
  put(
    'var/lib/dpkg/status',
    [
      'Package: libc6\nStatus: install ok installed\nArchitecture: amd64\nVersion: 2.41-12+deb13u1\nDescription: GNU C Library\n more: than one line',
      'Package: gone\nStatus: deinstall ok config-files\nArchitecture: amd64\nVersion: 1',
    ].join('\n\n'),
  );
  for (const at of ['app/node_modules/zod', 'app/web/node_modules/zod'])
    put(`${at}/package.json`, '{"name": "zod", "version": "4.0.1"}');
  put('app/node_modules/@scope/one/package.json', '{"name": "@scope/one", "version": "1.2.3"}');
  put('app/node_modules/zod/esm/package.json', '{"type": "module"}');
  put('app/package.json', '{"name": "of no folder of packages", "version": "1.0.0"}');
  cpSync(path.join(binFolder, 'server'), path.join(folder, 'app/server'));
  const { components, metadata } = listed();
  expect(metadata.component).toMatchObject({ type: 'container', name: 'millionrps-agent' });
  const purls = components.map(({ purl }) => purl);
  expect(purls.filter((purl) => !purl.startsWith('pkg:golang/'))).toEqual([
    'pkg:deb/debian/libc6@2.41-12%2Bdeb13u1?arch=amd64',
    'pkg:npm/%40scope/one@1.2.3',
    'pkg:npm/zod@4.0.1',
  ]);
  expect(purls).toContainEqual(expect.stringMatching(/^pkg:golang\/github\.com\/gofiber\/fiber\/v3@v3\.\d/));
  expect(purls).toContainEqual(expect.stringMatching(/^pkg:golang\/stdlib@1\.\d/));
});

it('refuses an image of nothing that it knows', () => {
  expect(listed).toThrow('has no package of Debian or npm and no program of Go');
});
