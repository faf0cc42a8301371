// @ts-check
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Sentence } from '../start/sentence.mjs';

/**
 * What tests take from PyPI, each in a folder of its own: a package, or a file of hashes, as `uv pip compile --generate-hashes` writes it, where
 * what it stands on matters as well.
 */
const PACKAGES = {
  /** Answers in place of AWS: EC2, S3, SSM. https://docs.getmoto.org/en/latest/docs/server_mode.html */
  moto: 'moto[server]==5.2.5',
  /** The schemas of every version of Kubernetes, strict ones among them. https://pypi.org/project/kubernetes-validate */
  'kubernetes-validate': 'kubernetes-validate==1.37.0',
  /** Finds change points in series of benchmarks, as we do. https://otava.apache.org */
  'apache-otava': 'apache-otava==0.8.0',
  /** Makes up requests of an OpenAPI document, and holds answers to it. The same seed makes the same ones with the same hypothesis alone. */
  schemathesis: 'scripts/test/fuzz-api/requirements.txt',
};

/**
 * Installs a package into a folder of this checkout, once. Throws a Sentence that says what is missing.
 *
 * @param {keyof typeof PACKAGES} name
 * @param {(line: string) => void} report
 */
export function ensurePythonPackage(name, report) {
  const folder = pythonPath(name);
  const source = PACKAGES[name];
  const hashed = source.endsWith('.txt');
  const wanted = hashed ? readFileSync(path.join(root, source), 'utf8') : source;
  const mark = path.join(folder, 'installed');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
  if (spawnSync('python3', ['-m', 'pip', '--version']).status !== 0) {
    throw new Sentence(
      `These tests need ${name} from PyPI; install python3 with pip (on Debian: apt-get install python3-pip).`,
    );
  }
  report(`installing ${name} ...`);
  mkdirSync(path.dirname(folder), { recursive: true });
  const partial = `${folder}.${process.pid}.partial`;
  try {
    const what = hashed ? ['--require-hashes', '--requirement', path.join(root, source)] : [source];
    const args = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--target', partial, ...what];
    execFileSync('python3', args, { stdio: ['ignore', 'ignore', 'pipe'] });
    writeFileSync(path.join(partial, 'installed'), wanted);
    rmSync(folder, { recursive: true, force: true });
    renameSync(partial, folder);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/** The source of a package beside it, with its tests, which wheels lack. @param {keyof typeof PACKAGES} name @returns {string} its folder */
export function ensurePythonSource(name) {
  const folder = path.join(pythonPath(name), 'source');
  if (existsSync(folder)) return folder;
  const partial = `${folder}.${process.pid}.partial`;
  try {
    const args = [
      '-m',
      'pip',
      'download',
      '--quiet',
      '--disable-pip-version-check',
      '--no-deps',
      '--no-binary',
      ':all:',
    ];
    mkdirSync(partial, { recursive: true });
    execFileSync('python3', [...args, '--dest', partial, PACKAGES[name]], { stdio: ['ignore', 'ignore', 'pipe'] });
    const [archive = ''] = readdirSync(partial);
    execFileSync('tar', ['-xzf', archive, '--strip-components=1'], { cwd: partial });
    renameSync(partial, folder);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return folder;
}

const root = path.resolve(import.meta.dirname, '../..');

/** The PYTHONPATH that finds the package. @param {keyof typeof PACKAGES} name */
export const pythonPath = (name) => path.join(root, '.build/tools', name);
