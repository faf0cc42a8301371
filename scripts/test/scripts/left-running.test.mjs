// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { endLeft, markChildren } from '../left-running.mjs';

it('ends what a suite left running, though its parent is gone, and names it; others it leaves alone', async () => {
  const before = process.env.MILLIONRPS_TEST_RUN;
  onTestFinished(() => {
    if (before === undefined) delete process.env.MILLIONRPS_TEST_RUN;
    else process.env.MILLIONRPS_TEST_RUN = before;
  });
  const other = spawn('sleep', ['61'], { env: {}, stdio: 'ignore' });
  onTestFinished(() => void other.kill('SIGKILL'));
  const mark = markChildren();
  expect(await endLeft(mark)).toEqual([]);
  const parent = spawn('sh', ['-c', 'sleep 62 >&- 2>&- & exit 0'], { stdio: 'ignore' });
  await once(parent, 'exit');
  expect(await endLeft(mark, 300)).toEqual([expect.stringMatching(/^left running: \d+ sleep 62$/)]);
  expect(await endLeft(mark)).toEqual([]);
  expect(other.exitCode ?? other.signalCode).toBeNull();
});
