import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Recording } from '../audit/recording.ts';
import { PAGE_KEY_HEADER } from '../contract/page-key.ts';
import { routes } from '../contract/routes.ts';
import { AppError, TooManyAttempts } from '../platform/app-error.ts';
import { type Doors, mount } from '../platform/http/mount.ts';
import { wrongCodeSentence } from '../rules/people/second-factor-codes.ts';
import { webHeaders } from './caller.ts';
import { pageKeyOf, withPageKey } from './page-key.ts';
import type { Person } from './sign-in.ts';
import { findPeople } from './store/users.ts';

const WRONG = 'The email address or the password is wrong.';
const LINK_REFUSED = 'The link was used, revoked or has expired, or is not complete.';
const PASSWORD_ANEW = 'Sign in with your password again: the code came too late, or too many were wrong.';
const WRONG_CODES = new Set(['INVALID_CODE', 'INVALID_BACKUP_CODE']);
/** As long as better-auth asks for no code after ten wrong ones. */
const LOCKED_SECONDS = 900;
const DISABLED = 'This account is disabled; ask an administrator to enable it.';

/** better-auth answers; its replies, which carry the session's token, are not handed on, only its cookies. */
export function signInRoutes(doors: Doors): void {
  const { lab, signIn } = doors;
  const ask = (request: FastifyRequest, body?: unknown, path = request.url, cookie?: string) =>
    signIn.handler(webRequest(signIn.publicUrl, request, path, body, cookie));

  mount(doors, routes.signInWithPassword, async ({ request, body, recording, reply }) => {
    const [known] = await findPeople(lab.database.db, { email: body.email.toLowerCase() });
    // What is typed here by mistake may be a password: only an address of somebody is recorded.
    const found = known ? { id: known.userId, name: known.name } : { id: null, name: 'an unknown address' };
    recording.about(found, 'password');
    const answer = await ask(request, body);
    if (answer.status === 429) throw tooMany(answer);
    if (answer.status === 403 && (await codeOf(answer)) === 'BANNED_USER') throw new AppError('forbidden', DISABLED);
    if (answer.status >= 400 && answer.status < 500) throw new AppError('wrong-credentials', WRONG);
    if (!answer.ok) throw new Error(`signing in: better-auth answered ${answer.status}`);
    if (await handSession(doors, answer, reply, recording)) return undefined;
    throw new AppError('second-factor-needed', 'Type the code of your authenticator app, or a backup code.');
  });

  mount(doors, routes.signInWithCode, async ({ request, body, recording, reply }) => {
    const headers = webHeaders(request);
    const { path, body: asked, way, cookie } = signIn.codeCheck(body.code, headers);
    const userId = await signIn.userAtCode(headers);
    const [known] = userId === null ? [] : await findPeople(lab.database.db, { id: userId });
    recording.about(known ? { id: known.userId, name: known.name } : { id: null, name: 'a second factor' }, way);
    const answer = await ask(request, asked, path, cookie);
    if (await handSession(doors, answer, reply, recording)) return undefined;
    const code = await codeOf(answer);
    if (code === 'ACCOUNT_TEMPORARILY_LOCKED') throw new TooManyAttempts('at a code of this account', LOCKED_SECONDS);
    if (answer.status === 429) throw tooMany(answer);
    if (answer.status >= 500) throw new Error(`signing in with a code: better-auth answered ${answer.status}`);
    throw new AppError('wrong-credentials', WRONG_CODES.has(code) ? wrongCodeSentence(body.code) : PASSWORD_ANEW);
  });

  // A browser goes here by itself, so whatever becomes of it is a page.
  mount(doors, routes.openSignInLink, async ({ request, recording, reply }) => {
    recording.about({ id: null, name: 'a sign-in link' }, 'link');
    const answer = await ask(request);
    if (answer.status === 429 && !request.headers.accept?.includes('text/html')) throw tooMany(answer);
    const place = answer.headers.get('location') ?? `/sign-in?${await refusal(answer)}`;
    if (answer.headers.getSetCookie().length === 0) {
      await recording.refused(answer.status === 429 ? 'Too many attempts.' : LINK_REFUSED);
      reply.redirect(place);
      return undefined;
    }
    const person = await handSession(doors, answer, reply, recording);
    if (!person?.sessionId) throw new Error('the session of a sign-in could not be read');
    reply.redirect(withPageKey(place, pageKeyOf(lab.secret, person.sessionId)));
    return undefined;
  });

  mount(doors, routes.signOut, async ({ request, reply }) => {
    const answer = await ask(request, {});
    if (!answer.ok) throw new Error(`signing out: better-auth answered ${answer.status}`);
    copyCookies(answer, reply);
    return undefined;
  });
}

/** `cookie`: in the place of those of the browser. */
function webRequest(publicUrl: string, request: FastifyRequest, path: string, body: unknown, cookie?: string): Request {
  const headers = webHeaders(request);
  if (cookie !== undefined) headers.set('cookie', cookie);
  // The body is written anew.
  for (const name of ['content-length', 'transfer-encoding']) headers.delete(name);
  if (body !== undefined) headers.set('content-type', 'application/json');
  // The Host header is the caller's: it need not even be one.
  return new Request(new URL(path, publicUrl), {
    method: request.method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/**
 * Gives the browser both halves of the session that an answer of better-auth starts, once that is recorded. Null when it starts
 * none.
 */
export async function handSession(
  { lab, signIn }: Doors,
  answer: Response,
  reply: FastifyReply,
  recording: Recording | null,
): Promise<Omit<Person, 'via'> | null> {
  const person = await signIn.person(new Headers({ cookie: cookiesOf(answer) }));
  if (person?.userId && person.sessionId) {
    const { userId, name, role } = person;
    await recording?.done(lab.database.db, { id: userId, name }, { userId, name, role });
    reply.header(PAGE_KEY_HEADER, pageKeyOf(lab.secret, person.sessionId));
  }
  copyCookies(answer, reply);
  return person;
}

/** What the browser sends back. */
const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

function copyCookies(answer: Response, reply: FastifyReply): void {
  for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie);
}

const secondsToWait = (answer: Response): number => Number(answer.headers.get('x-retry-after') ?? 60);

const tooMany = (answer: Response): AppError => new TooManyAttempts('from this address', secondsToWait(answer));

async function codeOf(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => null);
  return body !== null && typeof body === 'object' && 'code' in body ? String(body.code) : 'UNKNOWN';
}

async function refusal(answer: Response): Promise<URLSearchParams> {
  return answer.status === 429
    ? new URLSearchParams({ error: 'TOO_MANY_ATTEMPTS', seconds: String(secondsToWait(answer)) })
    : new URLSearchParams({ error: await codeOf(answer) });
}
