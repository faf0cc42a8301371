import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { COMPARISON_WARNINGS } from '../../contract/comparison-words.ts';
import { FINDINGS, keysOf, WALLS } from '../../contract/words.ts';

const rules = path.join(import.meta.dirname, '..');
const sources = readdirSync(rules, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(path.join(rules, name), 'utf8'))
  .join('\n');

/** A row of words that no rule ever says would be a promise: it is offered as a filter, and nothing has it. */
it.each([...keysOf(FINDINGS), ...keysOf(COMPARISON_WARNINGS), ...keysOf(WALLS)])('%s has a rule', (code) => {
  expect(sources.includes(`'${code}'`)).toBe(true);
});

/** `caveat` stands for codes that only a later release knows. */
it.each([...keysOf(FINDINGS), ...keysOf(WALLS)].filter((code) => code !== 'caveat'))(
  'docs/verdicts.md names %s',
  (code) => {
    expect(readFileSync(path.join(rules, '../../docs/verdicts.md'), 'utf8')).toContain(`\`${code}\``);
  },
);
