import { readFileSync } from 'node:fs';
import path from 'node:path';

interface Policy {
  Statement: { Effect: string; Action: string | string[] }[];
}

/** Of the policy in docs/aws.md, each once. */
export function allowedActions(): string[] {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../../docs/aws.md'), 'utf8');
  const json = /```json\n([\s\S]*?)```/.exec(text)?.[1];
  if (json === undefined) throw new Error('docs/aws.md has no policy');
  const { Statement } = JSON.parse(json) as Policy;
  const allowed = Statement.filter(({ Effect }) => Effect === 'Allow').flatMap(({ Action }) => Action);
  return [...new Set(allowed)].sort();
}
