// @ts-check
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { binFolder } from '../start/build.mjs';
import { root } from '../start/settings.mjs';
import { tied } from '../start/tied.mjs';

const goTools = path.join(root, '.build/go-tools');
export const PROGRAMS = ['agent', 'server', 'millionrps'];

/**
 * What the product consists of, in CycloneDX: the packages of npm by the lock file, and for each program the modules that are in it. The
 * programs have to be built.
 *
 * @param {string} folder for the documents, such as `agent.cdx.json`
 * @returns {Promise<{ name: string, file: string, components: import('./licences.mjs').Component[] }[]>}
 */
export async function writeSboms(folder) {
  mkdirSync(folder, { recursive: true });
  const cyclonedx = await goTool('github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod');
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const npm = await run('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only']);
  writeFileSync(path.join(folder, 'npm.cdx.json'), npm);
  for (const name of PROGRAMS) {
    const [output, program] = [path.join(folder, `${name}.cdx.json`), path.join(binFolder, name)];
    const options = ['-json', '-licenses', '-noserial', '-version', version, '-output', output];
    await run(cyclonedx, ['bin', ...options, program]);
  }
  return ['npm', ...PROGRAMS].map((name) => {
    const file = path.join(folder, `${name}.cdx.json`);
    return { name, file, components: JSON.parse(readFileSync(file, 'utf8')).components ?? [] };
  });
}

/** Builds a tool of scripts/go-tools. @param {string} source its package @returns {Promise<string>} the program */
export async function goTool(source) {
  mkdirSync(goTools, { recursive: true });
  await run('go', ['build', '-o', `${goTools}/`, source], path.join(root, 'scripts/go-tools'));
  return path.join(goTools, path.basename(source));
}

/** @returns {Promise<string>} what it printed */
async function run(program, args, cwd = root) {
  const { stdout } = await promisify(execFile)(...tied('SIGTERM', program, args), { cwd, maxBuffer: 64 << 20 });
  return stdout;
}
