import type { z } from 'zod';
import type { Role } from '../account.ts';
import type { Audit } from '../audit-actions.ts';

/**
 * Who may call: anyone; the holder of the secret that the request carries (a share, an invite, a join token); a person
 * or an API token of at least that role; an agent with its credential; whoever has the preset token of the instance, which
 * belongs to no person.
 */
export type Access = 'public' | 'secret' | Role | 'agent' | 'preset';

/**
 * What a person in their browser proves before something changes. `session`: both halves of their session. `recent`: also
 * their password, a code or a sign-in link, within the last minutes; for what is irreversible or gives power. `given`: this
 * request is such a proof. Tokens prove nothing more than themselves.
 */
export type Proof = 'session' | 'recent' | 'given';

interface Shape {
  url: string;
  /**
   * What an API token needs, where that is more than a person does. `preset`: of all tokens only the preset one.
   * `never`: only a person in their browser may.
   */
  tokens?: Role | 'preset' | 'never';
  summary: string;
  tag:
    | 'runs'
    | 'experiments'
    | 'benchmarks'
    | 'imports'
    | 'shares'
    | 'hosts'
    | 'launches'
    | 'agents'
    | 'service'
    | 'account'
    | 'people'
    | 'webhooks'
    | 'audit';
  params?: z.ZodType;
  query?: z.ZodType;
  headers?: z.ZodType;
  body?: z.ZodType;
  /** Where a body may be larger than most need. */
  bodyBytesMax?: number;
  /** Where a body is large by its strings alone: the most brackets, braces, commas and colons outside of them. */
  bodyMarksMax?: number;
  /** JSON body of a success; absent: no content, or what `produces` names. */
  reply?: z.ZodType;
  status?: 200 | 201 | 204 | 302;
  /** Answers with an ETag, and with 304 if the caller already has that version. */
  tagged?: true;
  /** JSON body of a 202: it is worked on still, and its Location says where to ask again. */
  underWay?: z.ZodType;
  consumes?: string;
  /** Media types of the bytes, the text or the stream that a success is. */
  produces?: readonly string[];
}

type Reading = { method: 'GET'; access: Access; proof?: undefined; audit?: Audit };
type Changing = { method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; audit: Audit };
type Proven = { access: Role; proof: Proof } | { access: Exclude<Access, Role>; proof?: undefined };

/**
 * What changes something says what it leaves in the audit log, as does a GET that signs somebody in; and where people may
 * call it, what they prove.
 */
export type RouteShape = Shape & (Reading | (Changing & Proven));

/** Keeps the exact type of a route. */
export const route = <const R extends RouteShape>(shape: R): R => shape;
