import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FACTS, request } from '../testing/fake-agent.ts';
import { ADMIN_TOKEN, openLab, type TestLab } from '../testing/test-lab.ts';
import { Programs } from './programs.ts';

const DAY_MS = 24 * 3600 * 1000;
const AGENT = 'an agent';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

let lab: TestLab;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'millionrps-programs-'));
  write('amd64', AGENT);
  lab = await openLab({ programs: folder });
});
afterAll(async () => {
  await lab.close();
  rmSync(folder, { recursive: true, force: true });
});

function write(architecture: string, agent: string): void {
  mkdirSync(path.join(folder, `linux-${architecture}`), { recursive: true });
  writeFileSync(path.join(folder, `linux-${architecture}`, 'agent'), agent);
  writeFileSync(path.join(folder, `linux-${architecture}`, 'server'), 'a server');
  writeFileSync(path.join(folder, `linux-${architecture}`, 'millionrps'), 'a command line');
}

const ask = (place: string, token?: string): Promise<Response> =>
  fetch(`${lab.url}/enrol${place}`, { headers: token ? { authorization: `Bearer ${token}` } : {} });

async function newToken(): Promise<string> {
  const { body } = await request<{ token: string }>(lab.url, 'POST', '/api/v1/join-tokens', { token: ADMIN_TOKEN });
  return body.token;
}

describe('the script that enrols a host', () => {
  it('carries token and address, and goes to who has the token alone', async () => {
    const token = await newToken();
    const reply = await ask('', token);
    const script = await reply.text();
    expect(reply.headers.get('content-type')).toContain('text/x-shellscript');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(script).toContain(`install --from "$folder" --url ${lab.url} "$@"`);
    expect(script).toContain(token);
    expect([
      (await ask('')).status,
      (await ask('', 'mrpsjoin_no')).status,
      (await ask('', ADMIN_TOKEN)).status,
    ]).toEqual([403, 403, 403]);
  });

  it('is had again with a token that a host has used, until that expires', async () => {
    const token = await newToken();
    const body = { joinToken: token, incarnationId: randomUUID(), name: 'x', agentVersion: '1', facts: FACTS };
    const { body: joined } = await request<{ credential: string }>(lab.url, 'POST', '/api/v1/agent/join', { body });
    expect((await ask('', token)).status).toBe(200);
    lab.skipMs(DAY_MS);
    expect((await ask('', token)).status).toBe(403);
    // The host itself goes on having programs.
    expect((await ask('/programs/linux-amd64/SHA256SUMS', joined.credential)).status).toBe(200);
  });

  it('is not handed out in the clear, nor for a host that is none', async () => {
    const token = await newToken();
    const get = (host: string) =>
      lab.app.inject({ url: '/enrol', headers: { host, authorization: `Bearer ${token}` } });
    expect((await get('10.0.0.5:3000')).json().detail).toContain('not handed out by plain HTTP');
    expect((await get('127.0.0.1:3000')).statusCode).toBe(200);
    expect((await get("127.0.0.1';reboot;'")).statusCode).toBeGreaterThanOrEqual(400);
  });
});

describe('programs', () => {
  const sums = async (): Promise<string> => (await ask('/programs/linux-amd64/SHA256SUMS', await newToken())).text();

  it('come with their checksums, which follow the files', async () => {
    const token = await newToken();
    expect(await sums()).toBe(`${sha256(AGENT)}  agent\n${sha256('a server')}  server\n`);
    expect(await (await ask('/programs/linux-amd64/agent', token)).text()).toBe(AGENT);
    write('amd64', 'another agent');
    expect(await sums()).toContain(`${sha256('another agent')}  agent`);
    write('amd64', AGENT);
  });

  it('have the command line beside them, for who has an API token', async () => {
    const get = (platform: string, token: string) =>
      fetch(`${lab.url}/api/v1/command-line/${platform}`, { headers: { authorization: `Bearer ${token}` } });
    const reply = await get('linux-amd64', ADMIN_TOKEN);
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="millionrps"');
    expect(await reply.text()).toBe('a command line');
    // A host that joins has no use for it.
    expect((await get('linux-amd64', await newToken())).status).toBe(401);
    expect((await get('linux-arm64', ADMIN_TOKEN)).status).toBe(503);
    const absent = await get('darwin-arm64', ADMIN_TOKEN);
    expect(((await absent.json()) as { detail: string }).detail).toBe(
      'This instance has no command line for darwin-arm64.',
    );
    // A Mac is no host: it has the command line alone.
    mkdirSync(path.join(folder, 'darwin-arm64'));
    writeFileSync(path.join(folder, 'darwin-arm64/millionrps'), 'for a Mac');
    expect(await (await get('darwin-arm64', ADMIN_TOKEN)).text()).toBe('for a Mac');
  });

  it('of an architecture that there is not are refused in a sentence', async () => {
    const reply = await ask('/programs/linux-arm64/SHA256SUMS', await newToken());
    expect(reply.status).toBe(503);
    expect(((await reply.json()) as { detail: string }).detail).toBe('This instance has no programs for linux-arm64.');
    write('arm64', 'for arm');
    expect(await (await ask('/programs/linux-arm64/agent', await newToken())).text()).toBe('for arm');
    expect((await ask('/programs/linux-riscv64/agent', await newToken())).status).toBe(404);
  });

  it('are built when they are asked for, and a build that fails says why and is tried again', async () => {
    const asked: string[] = [];
    const answers = ['no room\nfor it\n', null];
    const programs = new Programs(folder, async (platform, names) => {
      asked.push([platform, ...names].join(' '));
      return answers.shift() ?? null;
    });
    const settled = async () => {
      for (;;) {
        const stock = await programs.of('arm64').get();
        if (stock.state !== 'building') return stock;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    expect(await programs.of('arm64').known()).toBeNull();
    expect(await settled()).toEqual({
      state: 'failed',
      why: 'Building the programs for linux-arm64 failed. no room for it',
    });
    expect(await settled()).toMatchObject({ state: 'ready', programs: { agent: { sha256: sha256('for arm') } } });
    expect(await programs.of('arm64').known()).toMatchObject({ agent: { sha256: sha256('for arm') } });
    write('arm64', 'changed since');
    expect(await programs.of('arm64').known()).toBeNull();
    expect(asked).toEqual(['linux-arm64 agent server', 'linux-arm64 agent server']);
  });
});
