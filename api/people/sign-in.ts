import { createHash, createHmac, randomInt } from 'node:crypto';
import { prismaAdapter } from '@better-auth/prisma-adapter';
import { betterAuth } from 'better-auth';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { admin, magicLink, twoFactor } from 'better-auth/plugins';
import type { Role } from '../contract/account.ts';
import { ROLES } from '../contract/choices.ts';
import { PASSWORD_CHARACTERS } from '../contract/limits.ts';
import { AppError } from '../platform/app-error.ts';
import type { Database } from '../platform/store/db.ts';
import { newId } from '../platform/store/ids.ts';
import { BACKUP_CHARACTERS, BACKUP_HALF, isAppCode, typedCode } from '../rules/people/second-factor-codes.ts';
import { SESSION_DAYS } from '../rules/service/kept.ts';
import { createPerson, findPeople } from './store/users.ts';

export const SIGN_IN_LINK_HOURS = 24;
/**
 * Overwritten on every request with what Fastify says, which heeds trusted proxies, so no client can claim another
 * address.
 */
export const CLIENT_ADDRESS_HEADER = 'x-millionrps-client-address';

const COOKIE_PREFIX = 'millionrps';
export const SESSION_COOKIE = `${COOKIE_PREFIX}.session_token`;

/** The one that the printed link signs in. */
const ADMIN = { email: 'admin@millionrps.internal', name: 'Administrator' };

/** Attempts a minute and client address. A link's secret cannot be guessed; a password and a code can. */
const ATTEMPTS = {
  '/sign-in/email': { window: 60, max: 10 },
  '/magic-link/verify': { window: 60, max: 20 },
  '/two-factor/verify-totp': { window: 60, max: 10 },
  '/two-factor/verify-backup-code': { window: 60, max: 10 },
};

const BACKUP_CODES = 10;

const makeBackupCode = (): string => {
  const half = () => Array.from({ length: BACKUP_HALF }, () => BACKUP_CHARACTERS[randomInt(BACKUP_CHARACTERS.length)]);
  return `${half().join('')}-${half().join('')}`;
};

const APP_CHECK = { path: '/api/auth/two-factor/verify-totp', way: 'app code' } as const;
const BACKUP_CHECK = { path: '/api/auth/two-factor/verify-backup-code', way: 'backup code' } as const;

export interface Person {
  /** Null: the preset token. */
  userId: string | null;
  name: string;
  email: string | null;
  role: Role;
  via: 'cookie' | 'token';
  /** The session of the cookie; null for a token. */
  sessionId: string | null;
}

export interface SignInOptions {
  database: Database;
  secret: string;
  /** Where links lead. */
  publicUrl: string;
  /** Off for tests that sign in by the dozen. */
  limitAttempts?: boolean;
}

export type SignIn = ReturnType<typeof makeSignIn>;

/** Sessions and passwords by better-auth; what people may do with it over HTTP is in contract/routes.ts. */
export function makeSignIn({ database, secret, publicUrl, limitAttempts = true }: SignInOptions) {
  const links = new Map<string, string>();
  const { protocol, host } = new URL(publicUrl);
  const isHttps = protocol === 'https:';
  // Browsers take a cookie of such a name only over TLS, from this very host and for all of it: no subdomain sets it.
  const cookiePrefix = isHttps ? `__Host-${COOKIE_PREFIX}` : COOKIE_PREFIX;
  const challengeCookie = `${cookiePrefix}.two_factor`;
  const challengeOf = (headers: Headers): string | null => cookieOf(headers, challengeCookie);
  const auth = betterAuth({
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret,
    database: prismaAdapter(database.client, { provider: 'postgresql' }),
    trustedOrigins: (request) => (request ? ownOrigins(request) : []),
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: PASSWORD_CHARACTERS[0] },
    plugins: [
      // For the role and the ban that it adds to people; its routes are not mounted.
      admin(),
      magicLink({
        disableSignUp: true,
        storeToken: 'hashed',
        expiresIn: SIGN_IN_LINK_HOURS * 3600,
        sendMagicLink: ({ url, metadata }) => {
          links.set(String(metadata?.call), url);
        },
      }),
      twoFactor({
        issuer: `millionrps ${host}`,
        backupCodeOptions: {
          customBackupCodesGenerate: () => Array.from({ length: BACKUP_CODES }, makeBackupCode),
        },
      }),
    ],
    session: { expiresIn: SESSION_DAYS * 24 * 3600, updateAge: 600 },
    rateLimit: { enabled: limitAttempts, storage: 'database', customRules: ATTEMPTS },
    advanced: {
      // Its defaults, which it would turn off by itself where NODE_ENV is `test`.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      cookiePrefix,
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isHttps },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    logger: { level: 'error' },
    telemetry: { enabled: false },
  });

  /** A link that signs whoever follows it in, once: for the one who asked for it, at their terminal. */
  async function createLinkFor(email: string, then: string): Promise<string> {
    const call = newId();
    await auth.api.signInMagicLink({
      body: { email, callbackURL: then, errorCallbackURL: '/sign-in', metadata: { call } },
      headers: new Headers(),
    });
    const url = links.get(call);
    links.delete(call);
    if (!url) throw new Error('better-auth made no sign-in link');
    return url;
  }

  /**
   * The same to be sent to another person: it leads to a page with a button. Mail and chat programs open links, and
   * would spend it.
   */
  async function createLinkToSend(email: string): Promise<{ url: string; identifier: string }> {
    const token = new URL(await createLinkFor(email, '/')).searchParams.get('token') ?? '';
    const page = new URL('/sign-in/link', publicUrl);
    page.searchParams.set('token', token);
    // The hash by which better-auth keeps the token.
    const identifier = createHash('sha256').update(token).digest('base64url');
    return { url: page.toString(), identifier };
  }

  return {
    publicUrl,
    hashPassword,
    isPassword: (hash: string, password: string): Promise<boolean> => verifyPassword({ hash, password }),
    handler: (request: Request): Promise<Response> => auth.handler(request),
    createLinkFor,
    createLinkToSend,

    /** The person who holds the session of these headers; null without one. */
    async person(headers: Headers): Promise<Omit<Person, 'via'> | null> {
      const known = await auth.api.getSession({ headers });
      if (!known || known.user.banned) return null;
      const { id: userId, name, email, role } = known.user;
      return { userId, name, email, role: roleOf(role), sessionId: known.session.id };
    },

    /** The answer that carries the session cookie; not an attempt of a stranger, so not counted as one. */
    startSession: (headers: Headers, email: string, password: string): Promise<Response> =>
      auth.api.signInEmail({ body: { email, password }, headers, asResponse: true }),

    /**
     * Where the code of a second factor is answered, what it is asked with, and what it is taken for. Of the cookies only the one that says
     * whose password was typed: with a session better-auth would check the code of that person, and count no wrong one.
     */
    codeCheck(typed: string, headers: Headers) {
      const code = typedCode(typed);
      const challenge = challengeOf(headers);
      const cookie = challenge === null ? '' : `${challengeCookie}=${encodeURIComponent(challenge)}`;
      return { ...(isAppCode(code) ? APP_CHECK : BACKUP_CHECK), body: { code }, cookie };
    },

    /** Who typed their password before this code; null where nobody did, or it is too long ago. */
    async userAtCode(headers: Headers): Promise<string | null> {
      const challenge = challengeOf(headers) ?? '';
      const at = challenge.lastIndexOf('.');
      const identifier = challenge.slice(0, Math.max(0, at));
      const signature = createHmac('sha256', secret).update(identifier).digest('base64');
      if (identifier === '' || challenge.slice(at + 1) !== signature) return null;
      const { internalAdapter } = await auth.$context;
      const found = await internalAdapter.findVerificationValue(identifier);
      return found && found.expiresAt.getTime() > Date.now() ? found.value : null;
    },

    /** Whether it is a code of the person who holds the session of these headers; a backup code is spent by asking. */
    async isCode(headers: Headers, typed: string): Promise<boolean> {
      const code = typedCode(typed);
      const asked = { headers, asResponse: true } as const;
      const answer = isAppCode(code)
        ? await auth.api.verifyTOTP({ body: { code }, ...asked })
        : await auth.api.verifyBackupCode({ body: { code, disableSession: true }, ...asked });
      if (answer.status >= 500) throw new Error(`checking a code: better-auth answered ${answer.status}`);
      return answer.ok;
    },

    /** A secret and backup codes for the person of these headers, of whom nothing is asked before the first right code. */
    async startSecondFactor(headers: Headers, password: string): Promise<{ uri: string; backupCodes: string[] }> {
      const made = await auth.api.enableTwoFactor({ body: { password, method: 'totp' }, headers });
      if (made.method !== 'totp') throw new Error(`better-auth made a second factor of the kind ${made.method}`);
      return { uri: made.totpURI, backupCodes: made.backupCodes };
    },

    /** The answer carries a new session cookie, as better-auth ends the session that knew of no second factor. */
    confirmSecondFactor: (headers: Headers, code: string): Promise<Response> =>
      auth.api.verifyTOTP({ body: { code: typedCode(code) }, headers, asResponse: true }),

    /** For the person of these headers; those before work no more. */
    async newBackupCodes(headers: Headers, password: string): Promise<string[]> {
      return (await auth.api.generateBackupCodes({ body: { password }, headers })).backupCodes;
    },

    /** A link for the one who started the instance. Makes the administrator when there is none. */
    async createLink(): Promise<string> {
      const [known] = await findPeople(database.db, { email: ADMIN.email });
      if (!known) await createPerson(database.db, { id: newId(), ...ADMIN, role: 'admin', nowUs: Date.now() * 1000 });
      if (known && (known.disabled || known.role !== 'admin')) throw new AppError('conflict', NOT_THE_ADMIN);
      return createLinkFor(ADMIN.email, '/');
    },
  };
}

const NOT_THE_ADMIN =
  'The administrator that links sign in was disabled or demoted by another one: sign in with your own account.';

/** The value of the first cookie of a name, without quotes and percent signs; null without one, or where it is malformed. */
function cookieOf(headers: Headers, name: string): string | null {
  const cookies = (headers.get('cookie') ?? '').split(';').map((one) => one.trim());
  const value = cookies.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1);
  if (value === undefined) return null;
  try {
    return decodeURIComponent(value.replace(/^"(.*)"$/, '$1'));
  } catch {
    return null;
  }
}

/** A role that is not ours, or none, may do the least. */
function roleOf(stored: string | null | undefined): Role {
  return ROLES.find((role) => role === stored) ?? 'viewer';
}

/** The address in the browser's bar, whatever it is: loopback, a tunnel, a name. */
function ownOrigins(request: Request): string[] {
  const host = request.headers.get('host');
  return host ? [`http://${host}`, `https://${host}`] : [];
}
