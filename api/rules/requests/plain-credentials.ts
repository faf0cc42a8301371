import type { RequestHeader } from '../../contract/requests.ts';

/** What ends the name of a credential, in headers as in fields. */
const ENDS =
  '(?:password|passwd|passphrase|secret|token|jwt|api[-_]?key|(?:access|auth|subscription|functions|private)[-_]?key|signature|sess(?:ion)?[-_]?id)';
const CREDENTIAL = new RegExp(`(?:${ENDS}|(?:^|[_.-])(?:pwd|auth|credentials?))$`, 'i');
const HEADERS = /^(?:proxy-)?auth(?:orization|entication)$|^cookie$|(?:^|[_.-])(?:session|sid|pat|vault)$/i;
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

/** A JSON web token. */
const WEB_TOKEN = /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\./;
/** What services that many use begin their tokens with: GitHub, GitLab, Slack, Stripe, AWS, npm. */
const KNOWN_TOKEN =
  /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abprs]-[\w-]{10,}|[rs]k_(?:live|test)_\w{10,}|A[KS]IA[A-Z0-9]{16}|npm_[A-Za-z0-9]{30,})/;
const SCHEME = /^(?:bearer|basic|digest|token)\s+\S/i;

const isToken = (text: string): boolean => WEB_TOKEN.test(text) || KNOWN_TOKEN.test(text);

/** By its name, or by a value that is one in any header. */
export const holdsCredential = ({ name, value }: { name: string; value: string }): boolean =>
  isCredential(name) || SCHEME.test(value) || isToken(value);

/**
 * Names in a path or in the text of a body, which are stored and shared, that are those of credentials as a rule, and what is
 * one by any name.
 */
export function exposedIn(path: string, sent: string): string[] {
  const query = path.slice(path.indexOf('?') + 1);
  const names = [...(query === path ? [] : new URLSearchParams(query).keys()), ...namesIn(sent)];
  const tokens = isToken(path) || isToken(sent) ? ['a token'] : [];
  return [...new Set([...names.filter(isCredentialField), ...tokens])];
}

/** Checks JSON, multipart forms and plain forms, whatever the content type says. */
function namesIn(text: string): string[] {
  const quoted = [...text.matchAll(/"([A-Za-z0-9_.-]{1,64})"\s*:/g), ...text.matchAll(/\bname="([^"\n]{1,64})"/g)];
  const plain = [...new URLSearchParams(text).keys()].filter((name) => /^[\w.[\]-]{1,64}$/.test(name));
  return [...quoted.map(([, name = '']) => name), ...plain];
}

/** What is said of those. */
export const exposedNote = (exposed: string[]): string =>
  `${exposed.join(', ')} is in its path or body, which are stored and shared; leave it out, or write another value there.`;

/** Headers whose value stands in the spec, where it is stored and shared, although it looks like a credential. */
export const plainCredentials = (headers: RequestHeader[]): string[] =>
  headers.flatMap(({ name, value }) =>
    value !== null && value !== '' && holdsCredential({ name, value }) ? [name] : [],
  );
