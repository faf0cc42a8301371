import type { FastifyRequest } from 'fastify';
import { knownAgent } from '../agents/known-agent.ts';
import type { AgentRecord } from '../agents/store/agents.ts';
import type { Role } from '../contract/account.ts';
import type { RouteShape } from '../contract/routes.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { hashSecret } from '../platform/store/ids.ts';
import { mayAct } from '../rules/people/roles.ts';
import { askForProof } from './proof.ts';
import { type Person, SESSION_COOKIE, type SignIn } from './sign-in.ts';
import { findApiToken, noteUse } from './store/api-tokens.ts';

/** Who calls. Which of person and agent is set follows from the route's access. */
export interface Caller {
  person: Person | null;
  /** The API token by which the person is known; null: a browser. */
  tokenId: string | null;
  agent: AgentRecord | null;
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const NOT_SIGNED_IN =
  'Sign in first. A person signs in on the /sign-in page; a program sends an API token: `Authorization: Bearer ...`.';

/** Lets a request through to a route or throws. */
export async function authorise(lab: Lab, signIn: SignIn, shape: RouteShape, request: FastifyRequest): Promise<Caller> {
  const caller = await identify(lab, signIn, shape, request);
  await admit(lab, shape, caller, request);
  return caller;
}

/** Who calls a route; throws where nobody does that the route could let in. */
export async function identify(
  lab: Lab,
  signIn: SignIn,
  { access }: RouteShape,
  request: FastifyRequest,
): Promise<Caller> {
  const nobody = { person: null, tokenId: null, agent: null };
  if (access === 'agent') return { ...nobody, agent: await agentOf(lab, request) };
  if (access === 'public' || access === 'secret') return nobody;
  return { ...nobody, ...(await personOf(lab, signIn, request)) };
}

/** Throws unless the caller may: the one place where access is decided. */
export async function admit(lab: Lab, shape: RouteShape, { person }: Caller, request: FastifyRequest): Promise<void> {
  const { access, tokens } = shape;
  if (access === 'agent') return;
  if (access === 'public' || access === 'secret') {
    // Neither may another site's page sign a person in or out here, or spend a secret.
    const { cookie, origin } = request.headers;
    if (origin !== undefined || cookie?.includes(SESSION_COOKIE)) refuseForeignOrigin(lab, request);
    return;
  }
  if (!person) throw new AppError('not-signed-in', NOT_SIGNED_IN);
  if (access === 'preset') {
    if (!isPreset(person)) throw new AppError('forbidden', FOR_THE_MACHINE);
    return;
  }
  if (person.via === 'cookie') refuseForeignOrigin(lab, request);
  const needs = person.via === 'token' ? tokenNeeds(access, tokens, person) : access;
  if (!mayAct(person.role, needs)) throw new AppError('forbidden', refusal(person, needs));
  const { userId, sessionId } = person;
  if (userId !== null && sessionId !== null && !SAFE_METHODS.has(request.method)) {
    await askForProof(lab, shape.proof, { userId, sessionId }, request);
  }
}

/** The role that a token needs; throws where no role is enough. */
function tokenNeeds(access: Role, tokens: RouteShape['tokens'], person: Person): Role {
  if (tokens === 'never') throw new AppError('forbidden', FOR_PEOPLE);
  if (tokens === 'preset' && !isPreset(person)) throw new AppError('forbidden', FOR_THE_OWNER);
  return tokens === undefined || tokens === 'preset' ? access : tokens;
}

/** Only the preset token belongs to no person. */
const isPreset = ({ userId }: Person): boolean => userId === null;

const FOR_THE_MACHINE =
  'Only the preset token of this instance may do this. Run `npm run sign-in-link` on its machine: it uses that token.';

const FOR_PEOPLE = 'No API token may do this: sign in in a browser.';

const FOR_THE_OWNER =
  'Of API tokens, only the preset one of this instance may do this: sign in in a browser, or use that.';

function refusal({ role, via }: Person, needs: Role): string {
  return via === 'token'
    ? `This API token may act as ${role}; this needs ${needs}. Make one with that role in Settings, or ask an administrator.`
    : `You are signed in as ${role}; this needs ${needs}. Ask an administrator.`;
}

async function agentOf({ database }: Lab, request: FastifyRequest): Promise<AgentRecord> {
  const token = bearer(request);
  const agent = token ? await knownAgent(database, hashSecret(token)) : null;
  if (!agent) throw new AppError('not-signed-in', 'This agent is not enrolled here; join again with a new join token.');
  return agent;
}

type Known = Pick<Caller, 'person' | 'tokenId'>;

async function personOf(lab: Lab, signIn: SignIn, request: FastifyRequest): Promise<Known> {
  const token = bearer(request);
  if (token) return personOfToken(lab, token);
  const person = await signIn.person(webHeaders(request));
  if (!person) throw new AppError('not-signed-in', NOT_SIGNED_IN);
  return { person: { ...person, via: 'cookie' }, tokenId: null };
}

/** A token acts as its owner, with the lesser of both roles. */
async function personOfToken(lab: Lab, secret: string): Promise<Known> {
  const { db } = lab.database;
  const token = await findApiToken(db, hashSecret(secret), lab.nowUs());
  if (!token || token.owner?.disabled) {
    throw new AppError(
      'not-signed-in',
      'The API token is unknown, revoked or expired, or its owner is disabled. Make one under Settings, API tokens.',
    );
  }
  await noteUse(db, token, lab.nowUs());
  const { id: tokenId, owner, role, name } = token;
  const known = { via: 'token', sessionId: null } as const;
  // The preset token belongs to no person: what is made with it is by 'Administrator'.
  if (!owner) return { person: { ...known, userId: null, name: 'Administrator', email: null, role }, tokenId };
  const { userId, email } = owner;
  const least = mayAct(owner.role, role) ? role : owner.role;
  return { person: { ...known, userId, name: `${owner.name}, by ${name}`, email, role: least }, tokenId };
}

/**
 * A browser sends its cookie whichever page asks, so only our own pages may change things with it. Those are pages of
 * the dialed address or of the public one, as a proxy may name another host than the browser did.
 */
function refuseForeignOrigin({ publicUrl }: Lab, request: FastifyRequest): void {
  if (SAFE_METHODS.has(request.method)) return;
  const { origin, host } = request.headers;
  const from = origin !== undefined && URL.canParse(origin) ? new URL(origin) : null;
  const same = from !== null && (from.host === host || from.origin === new URL(publicUrl).origin);
  if (!same) throw new AppError('forbidden', 'This request did not come from a page of this instance.');
}

export function bearer(request: FastifyRequest): string | null {
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
