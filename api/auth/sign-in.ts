import { prismaAdapter } from '@better-auth/prisma-adapter';
import { betterAuth } from 'better-auth';
import { admin, magicLink } from 'better-auth/plugins';
import { ROLES, type Role } from '../contract/session.ts';
import type { Database } from '../store/db.ts';
import { newId } from '../store/ids.ts';
import { hasUser, verifyUser } from '../store/users.ts';
import type { Person } from './caller.ts';

export const SIGN_IN_LINK_HOURS = 24;
/** Overwritten on every request from the address of the connection, so that nobody can claim another. */
export const CLIENT_ADDRESS_HEADER = 'x-millionrps-client-address';

const ADMIN = { email: 'admin@millionrps.internal', name: 'Administrator' };

export interface SignInOptions {
  database: Database;
  secret: string;
  /** Where the one-time link leads. */
  publicUrl: string;
}

export type SignIn = ReturnType<typeof makeSignIn>;

/** Sessions by better-auth. The only way in so far is the one-time link that the terminal prints. */
export function makeSignIn({ database, secret, publicUrl }: SignInOptions) {
  const links = new Map<string, string>();
  const auth = betterAuth({
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret,
    database: prismaAdapter(database.client, { provider: 'postgresql' }),
    trustedOrigins: (request) => (request ? ownOrigins(request) : []),
    // Links come from the terminal or a token; there is no mail to ask for one.
    disabledPaths: ['/sign-in/magic-link'],
    plugins: [
      admin(),
      magicLink({
        disableSignUp: true,
        storeToken: 'hashed',
        expiresIn: SIGN_IN_LINK_HOURS * 3600,
        sendMagicLink: ({ url, metadata }) => {
          links.set(String(metadata?.call), url);
        },
      }),
    ],
    session: { expiresIn: 30 * 24 * 3600 },
    advanced: {
      cookiePrefix: 'millionrps',
      useSecureCookies: publicUrl.startsWith('https:'),
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    telemetry: { enabled: false },
  });

  return {
    handler: (request: Request): Promise<Response> => auth.handler(request),

    /** Who holds the session of these headers; null for nobody. */
    async person(headers: Headers): Promise<Omit<Person, 'via'> | null> {
      const session = await auth.api.getSession({ headers });
      if (!session) return null;
      const { id: userId, name, email, role } = session.user;
      return { userId, name, email, role: roleOf(role) };
    },

    /** A link that signs the administrator in, once. Makes the administrator when there is none. */
    async createLink(): Promise<string> {
      if (!(await hasUser(database.db, ADMIN.email))) {
        const { user } = await auth.api.createUser({ body: { ...ADMIN, role: 'admin' } });
        await verifyUser(database.db, user.id);
      }
      const call = newId();
      await auth.api.signInMagicLink({
        body: { email: ADMIN.email, callbackURL: '/', errorCallbackURL: '/sign-in', metadata: { call } },
        headers: new Headers(),
      });
      const url = links.get(call);
      links.delete(call);
      if (!url) throw new Error('better-auth made no sign-in link');
      return url;
    },
  };
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
