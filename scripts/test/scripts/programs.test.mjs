// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { TIED_TESTS } from '../go-tests.mjs';
import { processes, until } from '../instance/processes.mjs';
import { findProgram } from '../programs.mjs';

it('programs for administrators are found without their folders on the PATH', () => {
  vi.stubEnv('PATH', '/usr/bin:/bin');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect([findProgram('ldconfig'), findProgram('sh'), findProgram('there-is-no-such')]).toEqual([
    expect.stringMatching(/sbin\/ldconfig$/),
    '/usr/bin/sh',
    undefined,
  ]);
});

it('a folder on the PATH that is called like a program is not taken for it', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'mrps-programs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(path.join(folder, 'sh'));
  vi.stubEnv('PATH', `${folder}:/usr/bin`);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(findProgram('sh')).toBe('/usr/bin/sh');
});

it("the program of a Go test does not outlive 'go test'", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'mrps-go-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(path.join(folder, 'tmp'));
  writeFileSync(path.join(folder, 'go.mod'), 'module waits\n');
  const waits =
    'package waits\n\nimport (\n"testing"\n"time"\n)\n\nfunc TestWaits(*testing.T) { time.Sleep(time.Minute) }\n';
  writeFileSync(path.join(folder, 'waits_test.go'), waits);
  const go = spawn('go', ['test', '-vet=off', ...TIED_TESTS, '.'], {
    cwd: folder,
    // A module in TMPDIR itself would not be seen.
    env: { ...process.env, TMPDIR: path.join(folder, 'tmp') },
    stdio: 'ignore',
  });
  const ended = once(go, 'exit');
  const running = () => processes().find(({ command }) => command.startsWith(path.join(folder, 'tmp')));
  const { pid } = await until('the test runs', running, 30_000);
  onTestFinished(() => {
    if (running()) process.kill(pid, 'SIGKILL');
  });
  go.kill('SIGTERM');
  await ended;
  await until('the test is gone', () => !running(), 5_000);
});
