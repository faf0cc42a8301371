// @ts-check
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isLeft, markOf, ownMark } from '../../start/owner.mjs';
import { family, leftOf, portsOf } from '../endings/left.mjs';

it('an orphan that listens, and a folder, are seen as left', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'mrps-left-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const listen = "require('net').createServer().listen(0, '127.0.0.1', () => console.log('listening'))";
  const child = spawn(process.execPath, ['-e', listen], {
    detached: true,
    env: { TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  mkdirSync(path.join(folder, 'mrps-bench-1-2-3-abc'));
  const members = family(folder);
  const ports = portsOf(members);
  expect([members.map(({ pid }) => pid), ports.length]).toEqual([[child.pid], 1]);
  const left = leftOf({ folder, members, ports, foldersMayStay: false });
  const expected = [`process ${child.pid} `, `port ${ports[0]}`, 'folder '].map((text) =>
    expect.stringContaining(text),
  );
  expect(left).toEqual(expected);
});

it('what a script made is left once its process is gone, and never before', () => {
  const { pid } = spawnSync('true');
  expect([isLeft(ownMark()), isLeft(markOf(pid, '1')), isLeft(markOf(process.pid, '1'))]).toEqual([false, true, true]);
  // Of another PID namespace.
  expect(isLeft('1-1-1')).toBe(false);
});
