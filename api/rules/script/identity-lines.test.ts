import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { hashOf, sampleIdentity } from '../../testing/sample-identity.ts';
import { sampleRun } from '../../testing/sample-run.ts';
import { IDENTITY_LIBRARY, targetFileLines, toolFileLines } from './identity-lines.ts';
import { Wording } from './wording.ts';

const folder = mkdtempSync('/tmp/millionrps-identity-');
afterAll(() => rmSync(folder, { recursive: true }));
const file = path.join(folder, "it's.conf");
writeFileSync(file, 'a');
const sha256 = createHash('sha256').update('a').digest('hex');

/** Runs the function as a script does, and says what it printed and whether it went on. */
function same(how: string, hash: string, place: string, anyFiles = '') {
  const script = `set -euo pipefail; ANY_FILES='${anyFiles}'; fail() { echo "FAIL $1"; exit 1; }; say() { echo "$1"; }\n${IDENTITY_LIBRARY}\nsame_file ${how} ${hash} "$1"; echo on`;
  return spawnSync('bash', ['-c', script, 'bash', place], { encoding: 'utf8' }).stdout;
}

describe('a script', () => {
  it('goes on with the file that was measured', () => {
    expect(same('refuse', sha256, file)).toBe('on\n');
  });

  it('refuses another one by name, with both hashes, unless it is told not to', () => {
    expect(same('refuse', hashOf('b'), file)).toBe(
      `FAIL ${file} is not the file that was measured (SHA-256 then ${hashOf('b')}, here ${sha256}); put that one there, or set ANY_FILES=1 to measure with this one\n`,
    );
    expect(same('refuse', hashOf('b'), file, '1')).toMatch(/^note: .*\non\n$/);
    expect(same('refuse', hashOf('b'), '/none/here')).toContain('here not readable');
  });

  it('says of a library and a tool that they are others', () => {
    expect(same('warn', hashOf('b'), file)).toMatch(/^note: .*\non\n$/);
  });
});

it('names what decides what the target does, and its libraries to be said', () => {
  const { target } = sampleRun({ id: 'a' });
  const identity = sampleIdentity({ [file]: 'a' });
  identity.files.push({ path: '/lib/x.so', sha256: hashOf('x'), sizeBytes: 1, declared: false });
  const run = sampleRun({ id: 'a', over: { target: target && { ...target, identity } } });
  const wording = new Wording([run], { inputs: [], ownTargets: new Map(), ownIdentities: new Map() });
  expect(targetFileLines(run, wording)).toEqual([
    `same_file refuse ${hashOf('nginx')} /usr/sbin/nginx`,
    `same_file refuse ${hashOf('a')} '${file.replace("'", "'\\''")}'`,
    `same_file warn ${hashOf('x')} /lib/x.so`,
  ]);
  const inside = { ...run, target: run.target && { ...run.target, identity: { ...identity, container: hashOf('c') } } };
  expect(targetFileLines(inside, wording).join('\n')).not.toContain('same_file');
});

it('names the program of the tool by its variable', () => {
  const run = sampleRun({ id: 'a', load: { tool: 'wrk' } });
  const [host] = run.hosts;
  if (!host) throw new Error('the sample has a host');
  host.facts = {
    ...host.facts,
    tools: [{ name: 'wrk', version: '4', path: '/usr/bin/wrk', abilities: null, sha256: hashOf('wrk') }],
  };
  const command = ['/usr/bin/wrk', '-t1'];
  for (const step of run.steps) step.command = command;
  const wording = new Wording([run], { inputs: [], ownTargets: new Map(), ownIdentities: new Map() });
  expect(toolFileLines(run, host.hostId, command, wording)).toEqual([`same_file warn ${hashOf('wrk')} "$PROGRAM_WRK"`]);
});
