import type { RequestHeader } from '../../contract/requests.ts';

/** What ends the name of a credential, in headers as in fields. */
const ENDS =
  '(?:password|passwd|passphrase|secret|token|jwt|api[-_]?key|(?:access|auth|subscription|functions|private)[-_]?key|signature|sess(?:ion)?[-_]?id)';
const CREDENTIAL = new RegExp(`(?:${ENDS}|(?:^|[_.-])(?:pwd|auth|credentials?))$`, 'i');
const HEADERS = /^(?:proxy-)?authorization$|^cookie$/i;
const FIELDS = /(?:^|[_.-])(?:sig|session|sid|otp|code|key|authorization|cookie)$/i;
/** Names of credentials are short; what is longer is looked at by its end. */
const LONGEST = 64;

/** Names of headers that hold credentials as a rule. */
export const isCredential = (name: string): boolean => HEADERS.test(name) || CREDENTIAL.test(name.slice(-LONGEST));

/** Names of query parameters and of fields of bodies that do so: `accessToken`, `user[password]`. */
export function isCredentialField(name: string): boolean {
  const spaced = name
    .slice(-LONGEST)
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/[[\]]+/g, '.')
    .replace(/\.$/, '');
  return CREDENTIAL.test(spaced) || FIELDS.test(spaced);
}

/** Headers whose value stands in the spec, where it is stored and shared, although it looks like a credential. */
export const plainCredentials = (headers: RequestHeader[]): string[] =>
  headers.flatMap(({ name, value }) => (value !== null && value !== '' && isCredential(name) ? [name] : []));
