import type { Run } from '../../contract/run.ts';

/** Failures whose sentence quotes what a host's own program printed last, which may be anybody's secret, and what they come to. */
const COMES_TO: ReadonlyMap<string, string> = new Map([
  ['target-exited', 'The target ended without having been told to'],
  ['target-not-ready', 'The target did not get ready'],
]);

/** Each of these sentences with what others may read instead, both without a full stop. The reference server prints no secret. */
export const quotedOutput = (runs: Pick<Run, 'spec' | 'failure'>[]): [text: string, instead: string][] =>
  runs.flatMap(({ spec, failure }): [string, string][] =>
    failure && spec.target.kind !== 'reference' ? [[withoutStop(failure.sentence), withoutOutput(failure)]] : [],
  );

function withoutOutput({ code, sentence }: NonNullable<Run['failure']>): string {
  const words = COMES_TO.get(code);
  // Of a build that failed: why stands before what it printed.
  if (words === undefined) return withoutStop(sentence.replace(/; its last words: .*$/s, ''));
  const [exit] = /\((exit status \d{1,3}|signal: [a-z ]{1,40})\)/.exec(sentence) ?? [];
  return exit ? `${words} ${exit}` : words;
}

const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '');
