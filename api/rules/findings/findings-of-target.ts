import type { Finding } from '../../contract/verdict.ts';
import { identityChanges, identityChangeText, WITHIN_A_RUN } from '../identity/identity-changes.ts';
import type { Measured } from '../run/measured-run.ts';
import { firstOf } from '../words/text.ts';

/** Whether the target's files were at the end what they had been at the start. */
export function targetFindings({ spec, target }: Pick<Measured, 'spec' | 'target'>): Finding[] {
  if (!target?.identity || !target.identityAtEnd) return [];
  const changes = identityChanges(target.identity, target.identityAtEnd, WITHIN_A_RUN);
  if (changes.length === 0) return [];
  const sentence = `The target’s files changed during the run: ${firstOf(changes.map(identityChangeText))}. Steps may have measured different servers. Leave the files alone and rerun.`;
  return [
    { code: 'target-changed', severity: 'suspect', hostId: spec.server?.hostId ?? null, stepIndex: null, sentence },
  ];
}
