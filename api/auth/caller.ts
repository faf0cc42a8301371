import type { FastifyRequest } from 'fastify';
import type { Access } from '../contract/routes.ts';
import { ROLES, type Role } from '../contract/session.ts';
import { AppError } from '../operations/app-error.ts';
import { type AgentRecord, findAgentByCredential } from '../store/agents.ts';
import { findApiToken } from '../store/api-tokens.ts';
import type { Database } from '../store/db.ts';
import { hashSecret } from '../store/ids.ts';
import type { SignIn } from './sign-in.ts';

export interface Person {
  /** Null: the preset token. */
  userId: string | null;
  name: string;
  email: string | null;
  role: Role;
  via: 'cookie' | 'token';
}

/** Who calls, once it is known that they may. Which of the two is set follows from the route's access. */
export interface Caller {
  person: Person | null;
  agent: AgentRecord | null;
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Lets a request through to a route or throws: the one place where access is decided. */
export async function authorise(
  database: Database,
  signIn: SignIn,
  access: Access,
  request: FastifyRequest,
): Promise<Caller> {
  if (access === 'public' || access === 'secret') return { person: null, agent: null };
  if (access === 'agent') return { person: null, agent: await agentOf(database, request) };
  const person = await personOf(database, signIn, request);
  if (!mayAct(person.role, access)) throw new AppError('forbidden', refusal(person, access));
  return { person, agent: null };
}

/** Whether a role includes another. */
export const mayAct = (has: Role, needs: Role): boolean => ROLES.indexOf(has) >= ROLES.indexOf(needs);

function refusal({ role, via }: Person, needs: Role): string {
  const who = via === 'token' ? 'This API token may act as' : 'You are signed in as';
  return `${who} ${role}; this needs ${needs}. Ask an administrator.`;
}

async function agentOf(database: Database, request: FastifyRequest): Promise<AgentRecord> {
  const token = bearer(request);
  const agent = token ? await findAgentByCredential(database.db, hashSecret(token)) : null;
  if (!agent) throw new AppError('not-signed-in', 'This agent is not enrolled here; join again with a new join token.');
  return agent;
}

async function personOf(database: Database, signIn: SignIn, request: FastifyRequest): Promise<Person> {
  const token = bearer(request);
  if (token) {
    const known = await findApiToken(database.db, hashSecret(token));
    if (!known) throw new AppError('not-signed-in', 'The API token is unknown or revoked.');
    return { ...known, via: 'token' };
  }
  const person = await signIn.person(webHeaders(request));
  if (!person) throw new AppError('not-signed-in', 'Sign in first: `npm run sign-in-link` prints a link.');
  refuseForeignOrigin(request);
  return { ...person, via: 'cookie' };
}

/** A cookie is sent by the browser whoever asked for it; only our own pages may change things with it. */
function refuseForeignOrigin(request: FastifyRequest): void {
  if (SAFE_METHODS.has(request.method)) return;
  const { origin, host } = request.headers;
  const same = origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
  if (!same) throw new AppError('forbidden', 'This request did not come from a page of this instance.');
}

function bearer(request: FastifyRequest): string | null {
  const [scheme, token] = request.headers.authorization?.split(' ') ?? [];
  return scheme?.toLowerCase() === 'bearer' && token ? token : null;
}

export function webHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one);
  }
  return headers;
}
