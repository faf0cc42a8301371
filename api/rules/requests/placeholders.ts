import type { RequestSpec } from '../../contract/requests.ts';

const PLACEHOLDER = /\{\{([A-Za-z][A-Za-z0-9_-]*)\}\}/g;

/** Names that stand in a text as `{{name}}`, each as often as it stands there. */
export const placeholdersOf = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);

/** Texts of a request that may hold `{{name}}`, each by its path within the request. */
export function filledTexts({ path, headers, body }: RequestSpec): [at: string, text: string][] {
  return [
    ['path', path],
    ...headers.flatMap(({ value }, index): [string, string][] =>
      value === null ? [] : [[`headers.${index}.value`, value]],
    ),
    ...(body?.kind === 'text' ? ([['body.text', body.text]] as [string, string][]) : []),
  ];
}
