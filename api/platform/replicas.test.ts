import { EventEmitter } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { presetAdminToken } from '../people/api-tokens.ts';
import { sweep } from '../sweep.ts';
import { request } from '../testing/fake-agent.ts';
import { openLab, type TestLab } from '../testing/test-lab.ts';
import { enterReplica, folderId } from './replicas.ts';

let lab: TestLab;
let other: TestLab;
const secret = 'a secret of thirty-two characters';

beforeEach(async () => {
  lab = await openLab();
  other = await openLab({ databaseUrl: lab.databaseUrl });
});
afterEach(async () => {
  await other.abandon();
  await lab.close();
});

const enter = (of: TestLab, port: number, over = {}) =>
  enterReplica(of.lab, { port, secret, adminToken: null, filesAt: 'folder', ...over });
const enterWith = (of: TestLab, port: number, adminToken: string) =>
  enterReplica(of.lab, { port, secret, adminToken, filesAt: 'folder' }, () => presetAdminToken(of.lab, adminToken));
const status = async (token: string): Promise<number> =>
  (await request(lab.url, 'GET', '/api/v1/tokens', { token })).status;

describe('a second process of the API on one database', () => {
  it('is silent about a first one that is alike, and names what differs', async () => {
    const told = vi.spyOn(other.lab.log, 'error');
    const leave = [await enter(lab, 3001), await enter(other, 3002)];
    expect(told).not.toHaveBeenCalled();
    leave.push(await enter(other, 3003, { secret: 'another secret of thirty-two char' }));
    leave.push(await enter(other, 3004, { filesAt: 'another folder' }));
    expect(told.mock.calls.map(([sentence]) => String(sentence))).toEqual([
      expect.stringMatching(/^MILLIONRPS_SECRET differs from that of .*:3001, .*:3002: /),
      expect.stringMatching(/^MILLIONRPS_SECRET differs from that of .*:3003: /),
      expect.stringMatching(/^Files are kept in another place than by .*:3001, .*:3002, .*:3003: /),
    ]);
    for (const one of leave) await one();
    told.mockClear();
    const alone = await enter(other, 3005, { filesAt: 'another folder' });
    expect(told).not.toHaveBeenCalled();
    await alone();
  });

  it('leaves the administrator token of the first one alone until that has ended', async () => {
    const leaveFirst = await enter(lab, 3001, { adminToken: 'the-token-of-the-first' });
    await presetAdminToken(lab.lab, 'the-token-of-the-first');
    const leaveSecond = await enter(other, 3002, { adminToken: 'the-token-of-the-second' });
    await presetAdminToken(other.lab, 'the-token-of-the-second');
    expect(await Promise.all([status('the-token-of-the-first'), status('the-token-of-the-second')])).toEqual([
      200, 200,
    ]);
    await leaveFirst();
    await sweep(other.lab);
    expect(await Promise.all([status('the-token-of-the-first'), status('the-token-of-the-second')])).toEqual([
      401, 200,
    ]);
    await leaveSecond();
  });

  it('voids the token of a process that was killed once it was silent for a minute', async () => {
    await enter(lab, 3001, { adminToken: 'the-token-of-the-first' });
    await presetAdminToken(lab.lab, 'the-token-of-the-first');
    other.skipMs(61_000);
    await sweep(other.lab);
    expect(await status('the-token-of-the-first')).toBe(401);
  });

  it('gives a process that lives its token back with the next beat, whoever took it for ended', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const leave = await enterWith(lab, 3001, 'the-token-of-one-that-slept');
      other.skipMs(61_000);
      await sweep(other.lab);
      expect(await status('the-token-of-one-that-slept')).toBe(401);
      lab.skipMs(61_000);
      vi.advanceTimersByTime(10_000);
      await vi.waitFor(async () => expect(await status('the-token-of-one-that-slept')).toBe(200), 5_000);
      await sweep(other.lab);
      expect(await status('the-token-of-one-that-slept')).toBe(200);
      await leave();
    } finally {
      vi.useRealTimers();
    }
  });

  it('never takes itself for ended, however long it could not tell of itself', async () => {
    const leave = await enterWith(lab, 3001, 'the-token-of-the-sweeper');
    lab.skipMs(61_000);
    await sweep(lab.lab);
    expect(await status('the-token-of-the-sweeper')).toBe(200);
    await leave();
  });

  it('voids the token of the process whose place it takes', async () => {
    await enter(lab, 3001, { adminToken: 'the-token-that-leaked' });
    await presetAdminToken(lab.lab, 'the-token-that-leaked');
    const leave = await enter(other, 3001, { adminToken: 'the-next-token-of-it' });
    await presetAdminToken(other.lab, 'the-next-token-of-it');
    expect(await Promise.all([status('the-token-that-leaked'), status('the-next-token-of-it')])).toEqual([401, 200]);
    await leave();
  });
});

it('a folder is known by the same id whoever asks', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'millionrps-folder-'));
  const [one, same] = [await folderId(path.join(folder, 'files')), await folderId(path.join(folder, 'files'))];
  expect(one).toMatch(/^[0-9a-f-]{36}$/);
  expect(same).toBe(one);
  expect(await folderId(path.join(folder, 'others'))).not.toBe(one);
  await rm(folder, { recursive: true });
});

it('a connection that hears what others tell is taken, and one that does not is refused with what to do', async () => {
  await lab.lab.notifications.check(lab.lab.database.db);
  const deaf = Object.assign(Object.create(lab.lab.notifications), { client: new EventEmitter() });
  // It waits for its own notification as long as it does at a start: ten seconds.
  await expect(deaf.check(lab.lab.database.db)).rejects.toThrow(/MILLIONRPS_DIRECT_DATABASE_URL/);
});
