import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { root } from '../../start/settings.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'millionrps-install-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Whether the script of a package ran when npm installed it into a project with these settings. */
function ranAtInstall({ asOurs }) {
  const [packed, project, proof] = ['packed', 'project', 'ran'].map((name) => path.join(folder, name));
  mkdirSync(packed);
  const scripts = { postinstall: `node -e "require('node:fs').writeFileSync(process.env.PROOF, '')"` };
  writeFileSync(path.join(packed, 'package.json'), JSON.stringify({ name: 'curious', version: '1.0.0', scripts }));
  npm(['pack', '--pack-destination', folder], packed);
  mkdirSync(project);
  writeFileSync(path.join(project, 'package.json'), '{ "private": true }');
  if (asOurs) copyFileSync(path.join(root, '.npmrc'), path.join(project, '.npmrc'));
  npm(['install', '--offline', '--no-audit', '--no-fund', path.join(folder, 'curious-1.0.0.tgz')], project, proof);
  expect(existsSync(path.join(project, 'node_modules/curious'))).toBe(true);
  return existsSync(proof);
}

/** Without what an npm that runs the tests tells the npms that they start. */
function npm(args, cwd, proof = '') {
  const own = Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_'));
  execFileSync('npm', args, { cwd, env: { ...Object.fromEntries(own), PROOF: proof }, stdio: 'pipe' });
}

it('no package runs a program of its own while it is installed here', () => {
  expect(ranAtInstall({ asOurs: true })).toBe(false);
});

it('one would, in a project without our settings', () => {
  expect(ranAtInstall({ asOurs: false })).toBe(true);
});
