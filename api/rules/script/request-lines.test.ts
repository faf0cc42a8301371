import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunSpec } from '../../contract/spec.ts';
import { documentOf, drivenRun } from '../../testing/driven-run.ts';
import { reference } from '../../testing/fake-agent.ts';
import { plainGet } from '../requests/plain-request.ts';
import { DEFAULT_BACKENDS } from '../spec/backend-check.ts';
import { documentScript } from './document-script.ts';
import { scriptFault } from './script-fault.ts';

/** Scripts that need what they do not hold: secrets, files and certificates. Servers and tools are real processes. */
let folder = '';
beforeEach(() => {
  folder = mkdtempSync('/tmp/millionrps-requests-');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const TOKEN = `Bearer pl4nted "token" $(touch hit) '\\`;
const at = (name: string): string => path.join(folder, name);
const text = (name: string): string => readFileSync(at(name), 'utf8');
const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === 'object' && address ? address.port : 0;
}

/** Says, as the reference server does, what certificate it has; and keeps its environment. */
const SERVER = `import http from 'node:http'; import https from 'node:https'; import fs from 'node:fs';
const [port, secure] = process.argv.slice(2);
fs.writeFileSync('FOLDER/server-env', JSON.stringify(process.env));
const answer = (_, reply) => reply.end('ok');
const pem = (name) => fs.readFileSync('FOLDER/' + name, 'utf8');
const server = secure ? https.createServer({ key: pem('key.pem'), cert: pem('cert.pem') }, answer) : http.createServer(answer);
server.listen(Number(port), '127.0.0.1', () =>
  console.log(JSON.stringify({ event: 'ready', ...(secure && { certificate: pem('cert.pem') }), pid: process.pid })));`;

/** Keeps what it was given: words, environment, and the files that its words name; then asks as the words say. */
const TOOL = `#!/bin/bash
printf '%s\\n' "$@" >FOLDER/words
cat /proc/$$/environ | tr '\\0' '\\n' >FOLDER/tool-env
grep -la 'pl[4]nted' /proc/[0-9]*/cmdline >FOLDER/shown 2>/dev/null
while [ "$#" -gt 0 ]; do
  case "$1" in
    --requests) cp "$2" FOLDER/requests; body=$(sed -n 's/.*"path":"\\([^"]*\\)".*/\\1/p' "$2"); [ -z "$body" ] || cp "$body" FOLDER/body ;;
    --tls-ca|--tls-ca-also) curl --silent --cacert "$2" "$URL" >FOLDER/asked; cp "$2" FOLDER/ca ;;
  esac
  shift
done
cat PRINTED`;

const printed = path.join(import.meta.dirname, '../../../agent/internal/loadgen/testdata/volley-open.json');

interface Asked {
  words?: string[];
  spec?: Partial<RunSpec>;
  load?: Partial<RunSpec['load']>;
  secure?: boolean;
  requests?: string;
  named?: boolean;
}

async function scriptOf({ words = [], spec = {}, load = {}, secure = false, requests, named = false }: Asked) {
  const port = await freePort();
  const url = `${secure ? 'https' : 'http'}://127.0.0.1:${port}`;
  writeFileSync(at('server.mjs'), SERVER.replaceAll('FOLDER', folder));
  const tool = TOOL.replaceAll('FOLDER', folder).replace('PRINTED', printed).replace('$URL', url);
  writeFileSync(at('agent'), tool, { mode: 0o755 });
  writeFileSync(at('server'), `#!/bin/sh\nexec ${process.execPath} ${at('server.mjs')} "$@"\n`, { mode: 0o755 });
  const command = [at('server'), String(port), ...(secure ? ['secure'] : [])];
  const plain = drivenRun(command, [at('agent'), 'volley', ...words], {}, { warmupCommand: [] });
  const [step] = plain.steps;
  if (!plain.target || !step) throw new Error('it was driven');
  const target = named
    ? { kind: 'named' as const, name: 'own', tls: secure, parameters: [] }
    : { ...plain.spec.target, tls: secure };
  const run = {
    ...plain,
    steps: [step],
    spec: { ...plain.spec, ...spec, target, load: { ...plain.spec.load, tool: 'volley' as const, ...load } },
    target: { ...plain.target, url },
  } as typeof plain;
  const inputs = requests === undefined ? [] : [{ runId: run.id, name: 'step-01-requests-0a.json', text: requests }];
  const document = documentOf(run);
  expect(scriptFault(document, inputs)).toBeNull();
  const ownTargets = new Map(named ? [[run.id, command]] : []);
  const script = documentScript(document, { inputs, ownTargets, ownIdentities: new Map() }, 'x');
  writeFileSync(at('x.sh'), script);
  return script;
}

const run = (env: Record<string, string> = {}) =>
  spawnSync('bash', [at('x.sh')], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, RESULTS: at('results'), RUN_AS: userInfo().username, ...env },
    timeout: 40_000,
  });

const header = (secret: string) => ({ name: 'Authorization', value: null, secret });

describe('a script of requests with secrets', () => {
  const spec = { requests: [{ ...plainGet('/'), headers: [header('shop-token'), header('other')] }] };
  const words = ['--secret', 'shop-token=fd:3', '--secret', 'other=fd:3'];

  it('refuses without them, all by name, and starts nothing', async () => {
    const script = await scriptOf({ spec, words });
    expect(script).toContain('read -rs SECRET_SHOP_TOKEN; export SECRET_SHOP_TOKEN');
    const refused = run({ SECRET_OTHER: 'another' });
    expect(refused.status).toBe(1);
    expect(refused.stderr).toBe(
      'error: set SECRET_SHOP_TOKEN to the secret shop-token, which its requests take, in the environment\n',
    );
    expect(existsSync(at('server-env'))).toBe(false);
  });

  it('hands them to the tool alone, by the environment, where no command line shows them', async () => {
    await scriptOf({ spec, words });
    const done = run({ SECRET_SHOP_TOKEN: TOKEN, SECRET_OTHER: 'another', GOMAXPROCS: '1' });
    expect(done.stderr).toContain('done');
    expect(text('words')).toBe(
      'volley\n--secret\nshop-token=env:MILLIONRPS_SECRET_1\n--secret\nother=env:MILLIONRPS_SECRET_2\n',
    );
    const names = text('tool-env')
      .split('\n')
      .map((line) => line.split('=')[0]);
    expect(names.filter((name) => name && name !== '_').sort()).toEqual([
      'HOME',
      'MILLIONRPS_SECRET_1',
      'MILLIONRPS_SECRET_2',
      'PATH',
      'TMPDIR',
    ]);
    expect(text('tool-env')).toContain(`MILLIONRPS_SECRET_1=${TOKEN}\n`);
    expect(text('shown')).toBe('');
    expect(text('server-env')).not.toMatch(/pl4nted|another/);
  });
});

describe('a script of requests with files', () => {
  const content = 'what is sent\n';
  const body = {
    kind: 'file' as const,
    sha256: sha256(content),
    sizeBytes: content.length,
    fileName: "an 'order'.bin",
  };
  const asked = {
    spec: { requests: [{ ...plainGet('/'), method: 'POST' as const, body }] },
    words: ['--requests', '/var/lib/agent/tools/requests-0a.json'],
    requests: `{"requests":[{"body":{"kind":"file","path":"/var/lib/agent/tools/body-${body.sha256}"}}]}`,
  };

  it('is given them by a variable, and has the tool send them', async () => {
    await scriptOf(asked);
    writeFileSync(at('mine'), content);
    expect(run().stderr).toContain(
      `error: set BODY to the path of an 'order'.bin, which its requests send (13 bytes, SHA-256 ${body.sha256})`,
    );
    const done = run({ BODY: at('mine') });
    expect(done.stderr).toContain('done');
    expect(text('body')).toBe(content);
    expect(text('requests')).not.toContain('/var/lib');
  });

  it('refuses another file, with both hashes', async () => {
    await scriptOf(asked);
    writeFileSync(at('mine'), 'something else');
    const refused = run({ BODY: at('mine') });
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain(
      `${at('mine')} is not the file that was measured (SHA-256 then ${body.sha256}, here ${sha256('something else')})`,
    );
    expect(existsSync(at('words'))).toBe(false);
  });
});

describe('a script of a target with TLS', () => {
  const load = { tls: { serverName: null, verify: 'host' as const, resume: true } };
  beforeEach(() => {
    const args = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=own -addext'.split(
      ' ',
    );
    execFileSync(
      'openssl',
      [...args, 'subjectAltName=IP:127.0.0.1', '-keyout', at('key.pem'), '-out', at('cert.pem')],
      {
        stdio: 'pipe',
      },
    );
  });

  it('trusts the certificate that the target has just made for itself', async () => {
    const script = await scriptOf({ secure: true, load, words: ['--tls-ca', '/var/lib/agent/tools/trusted-1.pem'] });
    expect(script).not.toContain('trusted-1.pem');
    const done = run();
    expect(done.stderr).toContain('done');
    expect(text('asked')).toBe('ok');
    expect(text('ca')).toBe(text('cert.pem'));
    expect(text('results/turn-01-target.pem')).toBe(text('cert.pem'));
  });

  it('takes the authorities of a target of a host’s own where they were, or where it is told', async () => {
    await scriptOf({ secure: true, named: true, load, words: ['--tls-ca-also', at('gone.pem')] });
    expect(run().stderr).toContain(`error: ${at('gone.pem')} is not here; set CERTIFICATE_AUTHORITIES to where it is`);
    const done = run({ CERTIFICATE_AUTHORITIES: at('cert.pem') });
    expect(done.stderr).toContain('done');
    expect(text('asked')).toBe('ok');
  });

  it('needs nothing where any certificate is taken', async () => {
    await scriptOf({ secure: true, load: { tls: { ...load.tls, verify: 'any' } }, words: ['--tls-any'] });
    expect(run().stderr).toContain('done');
  });
});

it('is refused where agents started what the target asks', () => {
  const plain = drivenRun(['/opt/server', '--database', 'postgres://millionrps_target@127.0.0.1:5001/postgres'], []);
  const [driven] = drivenRun(['/opt/server'], ['/opt/volley']).steps;
  if (!driven) throw new Error('it was driven');
  const target = reference({ database: DEFAULT_BACKENDS.database });
  const document = documentOf({ ...plain, steps: [driven], spec: { ...plain.spec, target } });
  expect(scriptFault(document, [])).toContain('asked a database, a cache or another server that agents started');
});

it('is refused where vegeta reads bodies that its agent wrote', () => {
  const plain = drivenRun(['/opt/server'], [path.join('/opt', 'agent'), 'drive-vegeta']);
  const body = { kind: 'text' as const, text: 'x' };
  const spec = {
    ...plain.spec,
    requests: [{ ...plainGet('/'), body }],
    load: { ...plain.spec.load, tool: 'vegeta' as const },
  };
  expect(scriptFault(documentOf({ ...plain, spec }), [])).toContain('vegeta reads each body from a file of the agent');
});
