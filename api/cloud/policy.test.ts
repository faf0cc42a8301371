import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { allowedActions } from '../testing/cloud/policy.ts';

/** What AWS asks a right for besides the call itself: tags at creation, and the role of spot instances. */
const IMPLIED = ['ec2:CreateTags', 'iam:CreateServiceLinkedRole'];

const SERVICES: Record<string, string> = {
  'client-ec2': 'ec2',
  'client-ssm': 'ssm',
  'client-service-quotas': 'servicequotas',
  'client-pricing': 'pricing',
};

/** The calls of a module, by what it imports of the SDK. */
function callsOf(source: string): string[] {
  const imports = source.matchAll(/import \{([^}]*)\} from '@aws-sdk\/([\w-]+)'/g);
  return [...imports].flatMap(([, names = '', from = '']) =>
    [...names.matchAll(/\b(?:(\w+)Command|paginate(\w+))\b/g)].map(
      ([, command, paginator]) => `${SERVICES[from] ?? from}:${command ?? paginator}`,
    ),
  );
}

it('allows the calls that the code makes, and no other', () => {
  const modules = readdirSync(import.meta.dirname).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const calls = modules.flatMap((name) => callsOf(readFileSync(path.join(import.meta.dirname, name), 'utf8')));
  expect(calls).toContain('ec2:RunInstances');
  expect([...new Set([...calls, ...IMPLIED])].sort()).toEqual(allowedActions());
});
