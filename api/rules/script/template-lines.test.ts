import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { documentOf, drivenRun } from '../../testing/driven-run.ts';
import { sampleIdentity } from '../../testing/sample-identity.ts';
import { documentScript } from './document-script.ts';

/** A script starts a real server by a template, which it fills as the agent did. */
let folder = '';
beforeEach(() => {
  folder = mkdtempSync('/tmp/millionrps-template-');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string): string => path.join(folder, name);
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === 'object' && address ? address.port : 0;
}

/** Listens where its first argument, a file of JSON, says so, and keeps what it was given. */
const SERVER = `import http from 'node:http'; import fs from 'node:fs';
const [given] = process.argv.slice(2);
const file = given.replace('--config=', '');
const { port } = JSON.parse(fs.readFileSync(file));
fs.writeFileSync('${'SEEN'}', [file.replace(/^.*filled/, ''), fs.readFileSync(file, 'utf8')].join('\\n'));
http.createServer((_, reply) => reply.end('ok')).listen(port, '127.0.0.1');`;

const SOURCE = `{ "port": {{port}}, "name": "{{name}}", "left": "{{{{port}} {{{{{{{{", "unicode": "Łódź" }\n\n`;
const NAME = "it's $(touch hit) {{port}} \\\\ %s";

async function scriptOf(filled = (port: number) => SOURCE.replace('{{port}}', String(port))) {
  const port = await freePort();
  const copy = '/var/lib/agent/templates/own/conf/own.json';
  const whole = filled(port)
    .replace('{{name}}', () => NAME)
    .replace('{{{{port}} {{{{{{{{', '{{port}} {{{{');
  writeFileSync(at('own.json.in'), SOURCE);
  writeFileSync(at('server.mjs'), SERVER.replace('SEEN', at('seen')));
  const printed = path.join(import.meta.dirname, '../../../agent/internal/loadgen/testdata/wrk.txt');
  writeFileSync(at('tool'), `#!/bin/bash\ncat ${printed}\n`, { mode: 0o755 });
  const command = [process.execPath, at('server.mjs'), `--config=${copy}`];
  const plain = drivenRun(command, [at('tool')]);
  const [host] = plain.hosts;
  if (!host || !plain.target) throw new Error('it was driven on a host');
  const parameters = [
    { name: 'name', values: [NAME], default: NAME },
    { name: 'port', values: ['1', String(port)], default: '1' },
  ];
  const fact = { name: 'own', port, healthPath: '/', profiles: false, identified: true, parameters };
  const run = {
    ...plain,
    hosts: [{ ...host, facts: { ...host.facts, targets: [fact] } }],
    spec: {
      ...plain.spec,
      target: { kind: 'named' as const, name: 'own', tls: false, parameters: [{ name: 'port', value: String(port) }] },
      load: { ...plain.spec.load, tool: 'wrk' as const },
    },
    target: { ...plain.target, url: `http://127.0.0.1:${port}` },
  };
  const file = (name: string, text: string) => ({ path: name, sha256: sha256(text), sizeBytes: 1, declared: true });
  const files = [{ ...file(copy, whole), filledFrom: at('own.json.in') }, file(at('own.json.in'), SOURCE)];
  const material = {
    inputs: [],
    ownTargets: new Map([[run.id, command]]),
    ownIdentities: new Map([[run.id, { ...sampleIdentity(), binary: null, files }]]),
  };
  writeFileSync(at('x.sh'), documentScript(documentOf(run), material, 'x'));
  return { whole };
}

const run = (env = {}) =>
  spawnSync('bash', [at('x.sh')], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, RESULTS: at('results'), RUN_AS: userInfo().username, ...env },
    timeout: 40_000,
  });

it('starts the target by a copy that it fills with the values of the run, word for word', async () => {
  const { whole } = await scriptOf();
  const done = run();
  expect(done.stderr).toContain('done');
  expect(readFileSync(at('seen'), 'utf8')).toBe(`/conf/own.json\n${whole}`);
  expect(whole).toContain('{{port}} {{{{');
  expect(whole).toContain(NAME);
});

it('refuses a template that was edited, by name and with both hashes', async () => {
  await scriptOf();
  const edited = `${SOURCE}{}`;
  writeFileSync(at('own.json.in'), edited);
  const refused = run();
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain(
    `${at('own.json.in')} is not the file that was measured (SHA-256 then ${sha256(SOURCE)}, here ${sha256(edited)})`,
  );
});

it('refuses a copy that does not come out as it was', async () => {
  await scriptOf(() => 'something else');
  const refused = run();
  expect(refused.status).toBe(1);
  expect(refused.stderr).toMatch(/filled\/conf\/own\.json is not the file that was measured/);
});

it('names a place that the run had no value for', async () => {
  await scriptOf();
  writeFileSync(at('own.json.in'), '{ "port": {{size}} }');
  expect(run({ ANY_FILES: '1' }).stderr).toContain('has a place that the run had no value for: {{size');
});
