import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '../../contract/primitives.ts';
import { oneLine } from '../../rules/words/text.ts';
import { AppError, ERROR_STATUS, TryAgainLater } from '../app-error.ts';
import { BlobDamaged, StoreAway } from '../blobs/blob-store.ts';
import { isDatabaseAway, isDatabaseUnwritable, isDataRefused, isLockHeld } from '../store/db.ts';
import { methodsAt } from './declared-methods.ts';
import { Misfit } from './validate.ts';

const RETRY_AFTER_SECONDS = 1;
const AGENT_ROUTES = '/api/v1/agent/';
/** Strangers open these: a setting of the instance says nothing to them. */
const SHARED_ROUTES = '/api/v1/shared/';
const FILES_AWAY = 'The instance behind this link cannot reach its files.';
/** Programs write these bodies: what does not fit was made by one of another contract. */
const OTHER_RELEASE =
  'The agent and this instance are of different releases; put the agent that `npm start` built (`.build/bin/agent`) on its host and start it again.';

/**
 * Every failure is answered as RFC 9457 problem details. Failures that the caller did not cause are logged with their
 * stack.
 */
export function sendProblem(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = describeFailure(error, request);
  if (problem.status >= 500 && !(error instanceof AppError)) request.log.error({ err: error }, problem.detail);
  else request.log.info({ code: problem.code }, problem.detail);
  // What is left of the request is not waited for.
  if (problem.status === 408) reply.header('connection', 'close');
  if (error instanceof TryAgainLater) reply.header('retry-after', error.seconds);
  if (problem.status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS);
  return reply.code(problem.status).type('application/problem+json').send(JSON.stringify(problem));
}

/** What the framework refuses before a route is reached, in a person's words. */
const REFUSALS: Record<string, string> = {
  FST_ERR_BAD_URL: 'The address has an invalid % escape; write a percent sign as %25.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE:
    'The type of the body is not supported here; send JSON with content-type: application/json.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not JSON, or has a key named __proto__ or constructor; nothing was done.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty; send JSON.',
};

const LOCK_HELD =
  'Something else in the database holds what this needs, such as a large import or another program. Nothing was changed; try again in a moment.';
const UNWRITABLE =
  'The database takes no writes: it is read-only, or its disk is full. Nothing was changed; mend it there, then try again.';

export const problemOf = (
  requestId: string,
  status: number,
  code: string,
  detail: string,
  fields: Problem['fields'] = [],
): Problem => ({
  ...{ type: 'about:blank', title: code.replaceAll('-', ' '), status, code, requestId },
  // They quote what was sent, and are read in terminals.
  detail: oneLine(detail),
  fields: fields.map(({ path, message }) => ({ path: oneLine(path), message: oneLine(message) })),
});

/** What a failure is answered with. */
export function describeFailure(
  error: FastifyError | Error,
  { id: requestId, url, routeOptions }: FastifyRequest,
): Problem {
  const problem = (status: number, code: string, detail: string, fields: Problem['fields'] = []): Problem =>
    problemOf(requestId, status, code, detail, fields);
  if (error instanceof AppError) return problem(ERROR_STATUS[error.code], error.code, error.message, error.fields);
  if (error instanceof Misfit) {
    const { fields } = error;
    const sentence = sentenceOf(fields, error.validationContext);
    return problem(
      422,
      'invalid-input',
      url.startsWith(AGENT_ROUTES) ? `${OTHER_RELEASE} (${sentence})` : sentence,
      fields,
    );
  }
  if (isLockHeld(error)) return problem(503, 'database-busy', LOCK_HELD);
  if (isDatabaseAway(error)) {
    return problem(503, 'database-away', 'The database does not answer; nothing was lost, try again in a moment.');
  }
  if (isDatabaseUnwritable(error)) return problem(503, 'database-unwritable', UNWRITABLE);
  if (error instanceof StoreAway) {
    const reason = url.startsWith(SHARED_ROUTES) ? FILES_AWAY : error.message;
    return problem(503, 'store-away', `${reason} Try again in a moment.`);
  }
  if (error instanceof BlobDamaged) return problem(500, 'file-damaged', error.message);
  if (isDataRefused(error)) {
    return problem(422, 'unusable-data', 'The request contains text that cannot be stored, such as a NUL character.');
  }
  if ('code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const most = routeOptions.bodyLimit.toLocaleString('en-US');
    return problem(413, 'too-large', `The body is too large: at most ${most} bytes are taken here. Nothing was done.`);
  }
  const status = 'statusCode' in error && error.statusCode ? error.statusCode : 500;
  const code = status === 415 ? 'wrong-media-type' : 'bad-request';
  if (status < 500) return problem(status, code, REFUSALS[(error as FastifyError).code] ?? error.message);
  return problem(500, 'internal-error', `An internal error occurred; see the log under request ${requestId}.`);
}

function sentenceOf(fields: Problem['fields'], context: string | undefined): string {
  const [first] = fields;
  return first
    ? `${first.path || (PARTS[context ?? ''] ?? 'The request')} ${first.message}`
    : 'The request is not valid.';
}

/** Of a request, as a person calls what the framework calls so. */
const PARTS: Record<string, string> = { body: 'The body', querystring: 'The query', params: 'The address' };

/** What no route answers: the address, or its method. A body is not read, so the connection ends with the answer. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { method, headers } = request;
  if (headers['transfer-encoding'] || Number(headers['content-length'] ?? 0) > 0) reply.header('connection', 'close');
  const path = request.url.split('?')[0] ?? '';
  const methods = methodsAt(path);
  if (methods.length === 0)
    return sendProblem(new AppError('not-found', `There is no ${method} ${path}.`), request, reply);
  const offered = methods.join(', ');
  reply.header('allow', offered);
  return sendProblem(new AppError('method-not-allowed', `${path} takes ${offered}, not ${method}.`), request, reply);
}
