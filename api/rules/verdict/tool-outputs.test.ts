import { describe, expect, it } from 'vitest';
import { TOOL_OUTPUT_NAMES, toolRun } from '../../testing/tool-outputs.ts';
import { withVerdict } from './with-verdict.ts';

/** They tell their latency and how many requests were in flight, or the rate that was asked; nothing could contradict the others. */
const CHECKED: ReadonlySet<string> = new Set(['autocannon.json', 'k6.json', 'bombardier.json', 'fortio.json']);

describe('what a real tool printed of a real load', () => {
  it.each(TOOL_OUTPUT_NAMES)('%s holds nothing against it, and is too short where it is', (name) => {
    const run = withVerdict(toolRun(name));
    expect(run.findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
    expect(run.verdict?.validity).toBe(CHECKED.has(name) ? 'valid' : 'unchecked');
    const short = name !== 'wrk2.txt';
    expect(run.findings.some(({ code }) => code === 'too-short')).toBe(short);
  });

  it('fills its connections, by Little’s law, where the tool gives the mean finely enough', () => {
    const ratio = (name: (typeof TOOL_OUTPUT_NAMES)[number]) =>
      withVerdict(toolRun(name)).steps[0]?.verdict?.littlesRatio;
    for (const name of ['bombardier.json', 'k6.json'] as const) {
      expect(ratio(name), name).toBeGreaterThan(0.9);
      expect(ratio(name), name).toBeLessThan(1.02);
    }
    // In whole milliseconds, and corrected afterwards: neither says.
    expect(ratio('autocannon.json')).toBeNull();
    expect(ratio('wrk.txt')).toBeNull();
  });
});
