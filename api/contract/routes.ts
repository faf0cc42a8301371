import './messages.ts';
import { z } from 'zod';
import {
  acceptInvite,
  account,
  apiTokenList,
  changeAccount,
  changePassword,
  changePerson,
  createApiToken,
  createInvite,
  inviteList,
  linkSecret,
  newApiToken,
  newInvite,
  opaqueId,
  openInvite,
  passwordSignIn,
  person,
  personList,
  sessionList,
} from './account.ts';
import {
  heartbeatReply,
  heartbeatRequest,
  helloRequest,
  joinReply,
  joinRequest,
  pollReply,
  pollRequest,
  reportReply,
  reportRequest,
} from './agent.ts';
import { comparison } from './comparison.ts';
import { changeHost, host, hostList, joinToken } from './host.ts';
import { id, sha256, timeUs } from './primitives.ts';
import { run } from './run.ts';
import {
  deletedRunList,
  listDeletedRunsQuery,
  listRunsQuery,
  runDeletion,
  runFacets,
  runLabels,
  runList,
} from './run-list.ts';
import { runSeries } from './samples.ts';
import { health, type Role, readiness, session, signInLink } from './session.ts';
import { createShare, openedShare, share, shareList } from './share.ts';
import { createRun } from './spec.ts';

/**
 * Who may call: anyone; whoever holds the secret that the request carries (a share, an invite, a join token); a person or an
 * API token of at least that role; an agent with its credential.
 */
export type Access = 'public' | 'secret' | Role | 'agent';

export interface RouteShape {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  access: Access;
  /**
   * What an API token needs, where that is more than a person does. `preset`: only the one of whoever runs the instance,
   * which belongs to nobody; `never`: only a person in their browser may.
   */
  tokens?: Role | 'preset' | 'never';
  summary: string;
  tag: 'runs' | 'shares' | 'hosts' | 'agents' | 'service' | 'account' | 'people';
  params?: z.ZodType;
  query?: z.ZodType;
  headers?: z.ZodType;
  body?: z.ZodType;
  /** Where a body may be larger than most need. */
  bodyBytesMax?: number;
  /** JSON body of a success; absent: no content, or bytes or a stream named in `produces`. */
  reply?: z.ZodType;
  status?: 200 | 201 | 204 | 302;
  consumes?: string;
  produces?: string;
}

const route = <const R extends RouteShape>(shape: R): R => shape;
const MEBIBYTE = 1024 * 1024;
/** Reports of an agent that was cut off come in batches, and facts of a large host are long. */
const AGENT_BODY = 32 * MEBIBYTE;
const runId = z.object({ runId: id });
const hostId = z.object({ hostId: id });
const shareToken = z.object({ token: z.string() });
const userId = z.object({ userId: opaqueId });

/** Besides the routes: what this instance's API is, for anyone who can reach it. */
export const DOCUMENTATION = { document: '/api/v1/openapi.json', pages: '/api/v1/docs' } as const;

/** Every route of the API, with who may call it. */
export const routes = {
  getHealth: route({
    method: 'GET',
    url: '/api/v1/health',
    access: 'public',
    tag: 'service',
    summary: 'The process is alive.',
    reply: health,
  }),
  getReadiness: route({
    method: 'GET',
    url: '/api/v1/ready',
    access: 'public',
    tag: 'service',
    summary: 'The database answers.',
    reply: readiness,
  }),
  getSession: route({
    method: 'GET',
    url: '/api/v1/session',
    access: 'viewer',
    tag: 'service',
    summary: 'Who is calling.',
    reply: session,
  }),
  createSignInLink: route({
    method: 'POST',
    url: '/api/v1/sign-in-links',
    access: 'admin',
    tokens: 'preset',
    tag: 'service',
    summary: 'A link that signs the administrator in, once. `npm start` prints one.',
    status: 201,
    reply: signInLink,
  }),

  listHosts: route({
    method: 'GET',
    url: '/api/v1/hosts',
    access: 'viewer',
    tag: 'hosts',
    summary: 'Enrolled hosts with their facts and status.',
    reply: hostList,
  }),
  getHost: route({
    method: 'GET',
    url: '/api/v1/hosts/:hostId',
    access: 'viewer',
    tag: 'hosts',
    summary: 'One host.',
    params: hostId,
    reply: host,
  }),
  clearDirtyHost: route({
    method: 'POST',
    url: '/api/v1/hosts/:hostId/clear-dirty',
    access: 'operator',
    tag: 'hosts',
    summary: 'A person vouches for a dirty host.',
    params: hostId,
    reply: host,
  }),
  changeHost: route({
    method: 'PATCH',
    url: '/api/v1/hosts/:hostId',
    access: 'admin',
    tag: 'hosts',
    summary: 'Rename a host. Runs keep the name it had.',
    params: hostId,
    body: changeHost,
    reply: host,
  }),
  removeHost: route({
    method: 'DELETE',
    url: '/api/v1/hosts/:hostId',
    access: 'admin',
    tag: 'hosts',
    summary: "Revoke the agent's credential and take the host off the list. Runs keep their copy of it.",
    params: hostId,
    status: 204,
  }),
  createJoinToken: route({
    method: 'POST',
    url: '/api/v1/join-tokens',
    access: 'admin',
    tag: 'hosts',
    summary: 'A token with which one agent may join.',
    status: 201,
    reply: joinToken,
  }),

  listRuns: route({
    method: 'GET',
    url: '/api/v1/runs',
    access: 'viewer',
    tag: 'runs',
    summary: 'Runs, newest first unless asked otherwise. A cursor belongs to the order that it was given out for.',
    query: listRunsQuery,
    reply: runList,
  }),
  getRunFacets: route({
    method: 'GET',
    url: '/api/v1/run-facets',
    access: 'viewer',
    tag: 'runs',
    summary: 'What the runs can be filtered by: tags, hosts, tools, routes and people in use.',
    reply: runFacets,
  }),
  createRun: route({
    method: 'POST',
    url: '/api/v1/runs',
    access: 'operator',
    tag: 'runs',
    summary: 'Queue a run. With an Idempotency-Key a repeated request answers with the same run.',
    headers: z.object({ 'idempotency-key': z.string().min(8).max(200).optional() }),
    body: createRun,
    bodyBytesMax: MEBIBYTE,
    status: 201,
    reply: run,
  }),
  getRun: route({
    method: 'GET',
    url: '/api/v1/runs/:runId',
    access: 'viewer',
    tag: 'runs',
    summary: 'One run with its steps, points, timeline and artifacts.',
    params: runId,
    reply: run,
  }),
  cancelRun: route({
    method: 'POST',
    url: '/api/v1/runs/:runId/cancel',
    access: 'operator',
    tag: 'runs',
    summary: 'Stop a run; its host is restored and what it measured is kept.',
    params: runId,
    reply: run,
  }),
  labelRun: route({
    method: 'PATCH',
    url: '/api/v1/runs/:runId',
    access: 'operator',
    tag: 'runs',
    summary: 'Change the name, tags or notes of a run, also while it is under way.',
    params: runId,
    body: runLabels,
    reply: run,
  }),
  deleteRun: route({
    method: 'DELETE',
    url: '/api/v1/runs/:runId',
    access: 'operator',
    tag: 'runs',
    summary: 'Delete a run that is over. It can be brought back for some days; then it is gone for good.',
    params: runId,
    reply: runDeletion,
  }),
  undeleteRun: route({
    method: 'POST',
    url: '/api/v1/runs/:runId/undelete',
    access: 'operator',
    tag: 'runs',
    summary: 'Bring a deleted run back.',
    params: runId,
    reply: run,
  }),
  listDeletedRuns: route({
    method: 'GET',
    url: '/api/v1/deleted-runs',
    access: 'operator',
    tag: 'runs',
    summary: 'Runs that were deleted and can still be brought back, last deleted first.',
    query: listDeletedRunsQuery,
    reply: deletedRunList,
  }),
  getRunSeries: route({
    method: 'GET',
    url: '/api/v1/runs/:runId/series',
    access: 'viewer',
    tag: 'runs',
    summary: "The run's time series, derived from the hosts' raw counters.",
    params: runId,
    query: z.object({ afterUs: z.coerce.number().pipe(timeUs).optional() }),
    reply: runSeries,
  }),
  /**
   * event: run     data: Run        at once, and after every change
   * event: series  data: RunSeries  rows newer than any sent before; append them
   * event: ping    data: {}         every 5 s
   * The ids of `run` and `series` are opaque and say what the reader has by now. A reader that comes back names its last
   * one, as EventSource does by itself, and rows go on after it; the query parameter is for readers that cannot set
   * headers, and the header is the newer word. The stream ends after the run's last state; whoever has everything of a
   * run that is over is answered 204.
   */
  streamRunEvents: route({
    method: 'GET',
    url: '/api/v1/runs/:runId/events',
    access: 'viewer',
    tag: 'runs',
    summary:
      'Server-sent events: `run` (Run) at once and after every change, `series` (RunSeries, rows to append). Resumes after a Last-Event-ID; 204 when nothing can follow.',
    params: runId,
    query: z.object({ lastEventId: z.string().optional() }),
    headers: z.object({ 'last-event-id': z.string().optional() }),
    produces: 'text/event-stream',
  }),
  compareRuns: route({
    method: 'GET',
    url: '/api/v1/comparison',
    access: 'viewer',
    tag: 'runs',
    summary: 'Two to eight runs side by side: `runs` are ids with commas between them, `baseline` is one of them.',
    query: z.object({ runs: z.string(), baseline: z.string().optional() }),
    reply: comparison,
  }),
  getArtifact: route({
    method: 'GET',
    url: '/api/v1/runs/:runId/artifacts/:artifactId',
    access: 'viewer',
    tag: 'runs',
    summary: 'The bytes of an artifact, as they were uploaded.',
    params: z.object({ runId: id, artifactId: id }),
    produces: 'application/octet-stream',
  }),

  listShares: route({
    method: 'GET',
    url: '/api/v1/shares',
    access: 'operator',
    tag: 'shares',
    summary: 'Links that were made, newest first, revoked and expired ones too.',
    query: z.object({ runId: id.optional() }),
    reply: shareList,
  }),
  createShare: route({
    method: 'POST',
    url: '/api/v1/shares',
    access: 'operator',
    tag: 'shares',
    summary: 'Freeze a run, or a comparison of several, behind a link that opens without signing in.',
    body: createShare,
    status: 201,
    reply: share,
  }),
  revokeShare: route({
    method: 'POST',
    url: '/api/v1/shares/:shareId/revoke',
    access: 'operator',
    tag: 'shares',
    summary: 'Close a link for good.',
    params: z.object({ shareId: id }),
    reply: share,
  }),
  openShare: route({
    method: 'GET',
    url: '/api/v1/shared/:token',
    access: 'secret',
    tag: 'shares',
    summary: 'What a link shows, in the form of this version. With `preview` it is not counted as opened.',
    params: shareToken,
    query: z.object({ preview: z.string().optional() }),
    reply: openedShare,
  }),
  openShareDocument: route({
    method: 'GET',
    url: '/api/v1/shared/:token/document',
    access: 'secret',
    tag: 'shares',
    summary: "The share's document as it was frozen: the bytes that its SHA-256 is of.",
    params: shareToken,
    produces: 'application/json',
  }),

  joinAgent: route({
    method: 'POST',
    url: '/api/v1/agent/join',
    access: 'secret',
    tag: 'agents',
    summary:
      'Enrol a host with a one-time join token. Asked again by the same incarnation, it gives a fresh credential.',
    body: joinRequest,
    bodyBytesMax: 4 * MEBIBYTE,
    status: 201,
    reply: joinReply,
  }),
  helloAgent: route({
    method: 'POST',
    url: '/api/v1/agent/hello',
    access: 'agent',
    tag: 'agents',
    summary: 'A new life of an agent: its facts, and what it put back. Idempotent by incarnation.',
    body: helloRequest,
    bodyBytesMax: AGENT_BODY,
    reply: heartbeatReply,
  }),
  heartbeatAgent: route({
    method: 'POST',
    url: '/api/v1/agent/heartbeat',
    access: 'agent',
    tag: 'agents',
    summary: 'Sign of life; renews the lease.',
    body: heartbeatRequest,
    bodyBytesMax: AGENT_BODY,
    reply: heartbeatReply,
  }),
  pollAgent: route({
    method: 'POST',
    url: '/api/v1/agent/poll',
    access: 'agent',
    tag: 'agents',
    summary: 'Commands that have no outcome and are not held yet; waits for one up to waitMs.',
    body: pollRequest,
    bodyBytesMax: AGENT_BODY,
    reply: pollReply,
  }),
  reportAgent: route({
    method: 'POST',
    url: '/api/v1/agent/reports',
    access: 'agent',
    tag: 'agents',
    summary: 'Layouts, frames and outcomes, in order. Idempotent by incarnation and sequence.',
    body: reportRequest,
    bodyBytesMax: AGENT_BODY,
    reply: reportReply,
  }),
  putBlob: route({
    method: 'PUT',
    url: '/api/v1/agent/blobs/:sha256',
    access: 'agent',
    tag: 'agents',
    summary: 'Bytes named by their hash, uploaded before the outcome that refers to them. Idempotent.',
    params: z.object({ sha256 }),
    consumes: 'application/octet-stream',
    status: 204,
  }),

  // Accounts. better-auth answers the three below /api/auth; nothing else of it can be reached.
  signInWithPassword: route({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    access: 'public',
    tag: 'account',
    summary: 'Sign in: sets the session cookie. A few attempts a minute and address.',
    body: passwordSignIn,
    status: 204,
  }),
  openSignInLink: route({
    method: 'GET',
    url: '/api/auth/magic-link/verify',
    access: 'secret',
    tag: 'account',
    summary: 'Where a one-time link leads: sets the session cookie and goes on to the web app.',
    query: z.object({ token: z.string().optional() }),
    status: 302,
  }),
  signOut: route({
    method: 'POST',
    url: '/api/auth/sign-out',
    access: 'public',
    tag: 'account',
    summary: 'End the session of the cookie, if there is one.',
    status: 204,
  }),
  getAccount: route({
    method: 'GET',
    url: '/api/v1/account',
    access: 'viewer',
    tokens: 'never',
    tag: 'account',
    summary: "The caller's own account.",
    reply: account,
  }),
  changeAccount: route({
    method: 'PATCH',
    url: '/api/v1/account',
    access: 'viewer',
    tokens: 'never',
    tag: 'account',
    summary: "Change the caller's own name.",
    body: changeAccount,
    reply: account,
  }),
  changePassword: route({
    method: 'PUT',
    url: '/api/v1/account/password',
    access: 'viewer',
    tokens: 'never',
    tag: 'account',
    summary: 'Set or change the password. The other sessions of the account end; its API tokens go on working.',
    body: changePassword,
    status: 204,
  }),
  listSessions: route({
    method: 'GET',
    url: '/api/v1/account/sessions',
    access: 'viewer',
    tokens: 'never',
    tag: 'account',
    summary: 'Where the caller is signed in.',
    reply: sessionList,
  }),
  revokeSession: route({
    method: 'DELETE',
    url: '/api/v1/account/sessions/:sessionId',
    access: 'viewer',
    tokens: 'never',
    tag: 'account',
    summary: "End one of the caller's sessions.",
    params: z.object({ sessionId: opaqueId }),
    status: 204,
  }),
  revokeOtherSessions: route({
    method: 'POST',
    url: '/api/v1/account/sessions/revoke-others',
    access: 'viewer',
    tokens: 'never',
    tag: 'account',
    summary: "End all of the caller's sessions but this one.",
    status: 204,
  }),
  listApiTokens: route({
    method: 'GET',
    url: '/api/v1/tokens',
    access: 'viewer',
    tokens: 'admin',
    tag: 'account',
    summary: "The caller's API tokens that still work; an administrator sees everybody's.",
    reply: apiTokenList,
  }),
  createApiToken: route({
    method: 'POST',
    url: '/api/v1/tokens',
    access: 'viewer',
    tokens: 'admin',
    tag: 'account',
    summary: "Make an API token of at most the caller's role. Its secret is in this reply only.",
    body: createApiToken,
    status: 201,
    reply: newApiToken,
  }),
  revokeApiToken: route({
    method: 'DELETE',
    url: '/api/v1/tokens/:tokenId',
    access: 'viewer',
    tokens: 'admin',
    tag: 'account',
    summary: "Revoke an API token: one's own, or as an administrator any but the preset one.",
    params: z.object({ tokenId: id }),
    status: 204,
  }),

  listPeople: route({
    method: 'GET',
    url: '/api/v1/people',
    access: 'admin',
    tag: 'people',
    summary: 'Everybody with an account.',
    reply: personList,
  }),
  changePerson: route({
    method: 'PATCH',
    url: '/api/v1/people/:userId',
    access: 'admin',
    tag: 'people',
    summary: "Change a person's role, at once and for their tokens too.",
    params: userId,
    body: changePerson,
    reply: person,
  }),
  disablePerson: route({
    method: 'POST',
    url: '/api/v1/people/:userId/disable',
    access: 'admin',
    tag: 'people',
    summary: 'Shut a person out: their sessions end, their tokens stop. What they made stays.',
    params: userId,
    reply: person,
  }),
  enablePerson: route({
    method: 'POST',
    url: '/api/v1/people/:userId/enable',
    access: 'admin',
    tag: 'people',
    summary: 'Let a disabled person in again.',
    params: userId,
    reply: person,
  }),
  resetPassword: route({
    method: 'POST',
    url: '/api/v1/people/:userId/reset-password',
    access: 'admin',
    tokens: 'never',
    tag: 'people',
    summary:
      'Forget a password, end the sessions and revoke the API tokens; the link of the reply lets the person in once, to set a new one.',
    params: userId,
    status: 201,
    reply: signInLink,
  }),
  listInvites: route({
    method: 'GET',
    url: '/api/v1/invites',
    access: 'admin',
    tag: 'people',
    summary: 'Invites, newest first.',
    reply: inviteList,
  }),
  createInvite: route({
    method: 'POST',
    url: '/api/v1/invites',
    access: 'admin',
    tag: 'people',
    summary: 'A link that makes one account. It is in this reply only.',
    body: createInvite,
    status: 201,
    reply: newInvite,
  }),
  revokeInvite: route({
    method: 'POST',
    url: '/api/v1/invites/:inviteId/revoke',
    access: 'admin',
    tag: 'people',
    summary: 'The link works no more.',
    params: z.object({ inviteId: id }),
    status: 204,
  }),
  getInvite: route({
    method: 'GET',
    url: '/api/v1/invites/by-secret/:secret',
    access: 'secret',
    tag: 'people',
    summary: 'What the holder of an invite is invited to.',
    params: z.object({ secret: linkSecret }),
    reply: openInvite,
  }),
  acceptInvite: route({
    method: 'POST',
    url: '/api/v1/invites/accept',
    access: 'secret',
    tag: 'people',
    summary: 'Make the account of an invite and sign it in.',
    body: acceptInvite,
    status: 201,
    reply: session,
  }),
} as const;
export type RouteName = keyof typeof routes;
