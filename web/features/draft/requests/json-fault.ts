import type { RequestHeader } from '@contract/requests';

const PLACEHOLDER = /\{\{[A-Za-z][A-Za-z0-9_-]*\}\}/g;

/** Why a body that means to be JSON is none, with its placeholders filled in; null where it is, or means something else. */
export function jsonFault(text: string, headers: RequestHeader[]): string | null {
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value;
  const meant = type ? /\bjson\b/i.test(type) : /^\s*[[{]/.test(text);
  if (!meant) return null;
  try {
    JSON.parse(text.replace(PLACEHOLDER, '0'));
    return null;
  } catch (error) {
    return `It is no JSON as it stands: ${error instanceof Error ? error.message : String(error)}. It is sent all the same.`;
  }
}
