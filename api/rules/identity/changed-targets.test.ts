import { describe, expect, it } from 'vitest';
import type { TargetIdentity } from '../../contract/identity.ts';
import { hashOf, sampleIdentity } from '../../testing/sample-identity.ts';
import { sampleRun } from '../../testing/sample-run.ts';
import { compareRounds, compareRuns } from '../comparison/compare-runs.ts';

const SOURCE = '/etc/nginx/nginx.conf.in';
const COPY = '/var/lib/millionrps/templates/nginx/conf/nginx.conf';
const short = (text: string) => hashOf(text).slice(0, 12);
const EDITED = `${SOURCE} (${short('source')} → ${short('edited')})`;

/** nginx with so many workers, by a copy of that template that was filled for it; with the arguments and the size that follow. */
function identityOf(workers: string, source: string): TargetIdentity {
  const whole = sampleIdentity({ [SOURCE]: source, [COPY]: `${source} ${workers}` }, { argvHmac: hashOf(workers) });
  return {
    ...whole,
    files: whole.files.map((file) => (file.path === COPY ? { ...file, filledFrom: SOURCE } : file)),
  };
}

function run(id: string, workers: string, source = 'source', createdAtUs = 0) {
  const spec = {
    target: { kind: 'named' as const, name: 'nginx', tls: false, parameters: [{ name: 'workers', value: workers }] },
  };
  const { target } = sampleRun({ id });
  if (!target) throw new Error('the sample has a target');
  const identity = identityOf(workers, source);
  return sampleRun({ id, spec, over: { createdAtUs, target: { ...target, identity, identityAtEnd: identity } } });
}

const changedIn = (compared: ReturnType<typeof compareRuns>) =>
  compared.warnings.flatMap(({ code, sentence }) => (code === 'target-changed' ? [sentence] : []));

describe('an experiment whose target changed between its rounds', () => {
  const declared = {
    alpha: 0.05,
    marginPercent: 2,
    primary: { metric: 'requestsPerSecond' as const, stepIndex: 0 },
    noiseOf: () => null,
  };
  /** The template as each run of each round met it. */
  const experiment = (one: string[], two: string[]) =>
    compareRounds(
      [
        { name: 'one', runs: one.map((source, round) => run(`one ${round}`, '1', source, 2 * round)) },
        { name: 'two', runs: two.map((source, round) => run(`two ${round}`, '2', source, 2 * round + 1)) },
      ],
      declared,
    );

  it('names the file, both hashes and the rounds, and says so first', () => {
    const compared = experiment(['source', 'source', 'edited'], ['source', 'edited', 'edited']);
    expect(changedIn(compared)).toEqual([
      `The target changed (nginx): ${EDITED} changed between runs, for one in round 3 and two in rounds 2 and 3 of 3. That may explain a difference.`,
    ]);
    expect(compared.because).toMatch(/^The target changed between runs: /);
    expect(compared.because).toContain(`The target changed between runs: ${EDITED}.`);
  });

  it('tells what was a change in the order of time, whichever configuration ran first', () => {
    const compared = compareRounds(
      [
        { name: 'one', runs: [run('a', '1', 'edited', 9)] },
        { name: 'two', runs: [run('b', '2', 'source', 1)] },
      ],
      declared,
    );
    expect(changedIn(compared)).toEqual([expect.stringContaining(`${EDITED} changed`)]);
  });

  it('does not call a change what follows from its parameters', () => {
    const compared = experiment(['source', 'source'], ['source', 'source']);
    expect(changedIn(compared)).toEqual([]);
    expect(compared.headline).not.toContain('The target changed');
  });

  it('says of every run why its target is not known', () => {
    const last = run('d', '2', 'source', 3);
    const unread = { ...last, target: last.target && { ...last.target, identityAtEnd: identityOf('2', 'edited') } };
    const compared = compareRounds(
      [
        { name: 'one', runs: [run('a', '1'), run('b', '1', 'source', 2)] },
        { name: 'two', runs: [run('c', '2', 'source', 1), unread] },
      ],
      declared,
    );
    const told = compared.warnings.find(({ code }) => code === 'target-unknown')?.sentence;
    expect(told).toContain(`The files of nginx did not stay the same (${SOURCE} changed during a run)`);
  });
});

describe('runs picked by hand', () => {
  const compared = compareRuns([run('a', '1'), run('b', '2'), run('c', '1', 'edited')], 'a');

  it('are named where their target changed between them, and only there', () => {
    expect(compared.because).toContain(`The target changed between A and C: ${EDITED}.`);
    expect(compared.headline).not.toContain('between A and B');
    expect(changedIn(compared)).toEqual([
      `The target changed (nginx): ${EDITED} changed between A and C. That may explain a difference.`,
    ]);
  });

  it('are held against each other also with other parameters', () => {
    const other = compareRuns([run('a', '1'), run('b', '2', 'edited')], 'a');
    expect(other.because).toContain(`The target changed between A and B: ${EDITED}.`);
    expect(changedIn(other)).toEqual([expect.stringContaining(`${EDITED} changed between A and B`)]);
  });
});
