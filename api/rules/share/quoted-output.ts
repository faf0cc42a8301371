import type { Run } from '../../contract/run.ts';

/** Failures whose sentence quotes what a host's own program printed last, which may be anybody's secret, and what they come to. */
const COMES_TO: ReadonlyMap<string, string> = new Map([
  ['target-exited', 'The target ended without having been told to'],
  ['target-not-ready', 'The target did not get ready'],
]);

/**
 * Each of these sentences with what others may read instead, both without a full stop. The reference server prints no
 * secret.
 */
export const quotedOutput = (runs: Pick<Run, 'spec' | 'failure'>[]): [text: string, instead: string][] =>
  runs.flatMap(({ spec, failure }): [string, string][] => {
    if (!failure) return [];
    const text = withoutStop(failure.sentence);
    const instead = withoutPlaces(spec.target.kind === 'reference' ? text : withoutOutput(failure));
    return instead === text ? [] : [[text, instead]];
  });

/** A refusal lists where the host's configuration file lets load go: the networks and servers of its lab. */
const withoutPlaces = (sentence: string): string =>
  sentence.replace(
    /; the (loadDestinations|addresses) of its configuration file are: .*$/s,
    '; it is not among the $1 of its configuration file',
  );

function withoutOutput({ code, sentence }: NonNullable<Run['failure']>): string {
  const words = COMES_TO.get(code);
  // Of a build that failed: why stands before what it printed.
  if (words === undefined) return withoutStop(sentence.replace(/; its last words: .*$/s, ''));
  const [exit] = /\((exit status \d{1,3}|signal: [a-z ]{1,40})\)/.exec(sentence) ?? [];
  return exit ? `${words} ${exit}` : words;
}

const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '');
