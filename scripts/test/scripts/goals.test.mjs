// @ts-check
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { root } from '../../start/settings.mjs';

/** Ends as a bench does that missed these goals. @param {object} options @param {string[]} missed @param {string[]} sure */
function end(options, missed, sure) {
  const script = `import { holdToGoals } from './scripts/bench/options.mjs';
    holdToGoals(${JSON.stringify(missed)}, ${JSON.stringify(options)}, ${JSON.stringify(sure)});`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root });
  return { status, said: String(stderr) };
}

const TIME = 'runs_first_content_ms_p95 is 700 ms, and may be 500 ms.';
const SIZE = 'runs_js_gzip_kb is 201 kB, and may be 200 kB.';

it('holds a bench in its usual form to every goal', () => {
  const { status, said } = end({ shortest: false }, [TIME], [SIZE]);
  expect([status, said.includes(TIME), said.includes(SIZE)]).toEqual([1, true, true]);
  expect(end({ shortest: false }, [TIME], []).status).toBe(1);
  expect(end({ shortest: false }, [], []).status).toBe(0);
});

it('holds the shortest form to sizes alone', () => {
  const { status, said } = end({ shortest: true }, [TIME], [SIZE]);
  expect([status, said.includes(TIME), said.includes(SIZE)]).toEqual([1, false, true]);
  expect(end({ shortest: true }, [TIME], []).status).toBe(0);
});
