import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Recorder } from '../../audit/record.ts';
import type { Recording } from '../../audit/recording.ts';
import type { RouteShape } from '../../contract/routes.ts';
import { admit, type Caller, identify } from '../../people/caller.ts';
import type { SignIn } from '../../people/sign-in.ts';
import { AppError } from '../app-error.ts';
import type { Lab } from '../lab.ts';
import { methodsOf } from './declared-methods.ts';
import type { OpenLimits } from './open-limits.ts';
import { askedBy, failingOf, isFound, recordAround, recordedOf, recordWithin } from './recorded.ts';
import { hurry } from './slow-requests.ts';
import { checkFirst } from './validate.ts';

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;
type Reply<R extends RouteShape> = R extends { reply: z.ZodType } ? z.output<R['reply']> : undefined;

export interface Call<R extends RouteShape> {
  params: Parsed<R['params']>;
  query: Parsed<R['query']>;
  headers: Parsed<R['headers']>;
  body: Parsed<R['body']>;
  caller: Caller;
  /** Of routes whose audit names what the handler finds. */
  recording: R extends { audit: { id: 'found' } } ? Recording : undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Answers with the route's reply; routes that send bytes, a stream or somewhere else do so on `reply` themselves. */
export type Handler<R extends RouteShape> = (call: Call<R>) => Promise<Reply<R> | FastifyReply>;

interface Extra {
  /** Runs over the body as it came, before all of it is checked: may throw what ends the request. */
  beforeBody?: (body: unknown) => Promise<void>;
}

export interface Doors {
  app: FastifyInstance;
  lab: Lab;
  signIn: SignIn;
  openLimits: OpenLimits;
  recorder: Recorder;
}

/** Parse, authorise, record, call one operation, reply: the same for every route of the contract. */
export function mount<R extends RouteShape>(
  { app, lab, signIn, openLimits, recorder }: Doors,
  shape: R,
  handler: Handler<R>,
  { beforeBody }: Extra = {},
): void {
  const status = shape.status ?? 200;
  const audit = recordedOf(shape);
  app.route({
    method: shape.method,
    url: shape.url,
    exposeHeadRoute: methodsOf(shape).includes('HEAD'),
    ...(shape.bodyBytesMax !== undefined && { bodyLimit: shape.bodyBytesMax, validatorCompiler: checkFirst }),
    config: { ...(shape.bodyMarksMax !== undefined && { marksMax: shape.bodyMarksMax }) },
    schema: {
      ...(shape.params && { params: shape.params }),
      ...(shape.query && { querystring: shape.query }),
      ...(shape.headers && { headers: shape.headers }),
      ...(shape.body && { body: shape.body }),
      ...(shape.reply && {
        response: { [status]: shape.reply, ...(shape.underWay && { 202: shape.underWay }) },
      }),
    },
    onRequest: async (request, reply) => {
      if (isOpen(shape)) {
        openLimits.admit(request, reply);
        hurry(request);
      }
      request.caller = await identify(lab, signIn, shape, request);
      await admit(lab, shape, request.caller, request);
      refuseOtherTypes(shape, request);
    },
    ...(beforeBody && { preValidation: (request: FastifyRequest) => beforeBody(request.body) }),
    ...(audit && {
      // What is refused before the handler; the handler's own end is recorded with it.
      onError: async (request: FastifyRequest, _reply: FastifyReply, error: Error) => {
        if (!request.isHandled) await recorder.refuse(askedBy(audit, request, false), failingOf(error, request));
      },
    }),
    handler: async (request, reply) => {
      request.isHandled = true;
      const { params, query, headers, body, caller } = request;
      const work = (recording?: Recording) =>
        handler({ params, query, headers, body, caller, recording, request, reply } as Call<R>);
      const result = await (audit === null
        ? work()
        : (isFound(audit) ? recordWithin : recordAround)(recorder, askedBy(audit, request, true), request, work));
      if (result === reply || reply.sent || shape.produces || status === 302) return reply;
      // A handler may have said that the answer is a failure, as that of readiness.
      return (reply.statusCode >= 400 ? reply : reply.code(status)).send(result);
    },
  });
}

const JSON_TYPE = 'application/json';
/** Such a body is a stream, which only some routes read. */
export const BYTES_TYPE = 'application/octet-stream';

function refuseOtherTypes({ consumes = JSON_TYPE }: RouteShape, { headers }: FastifyRequest): void {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== consumes && (consumes === BYTES_TYPE || type === BYTES_TYPE))
    throw new AppError('wrong-media-type', `Send this with content-type: ${consumes}; nothing was done.`);
}

/** To strangers. Whoever watches over an instance may ask after its health as often as they like. */
const isOpen = ({ access, tag }: RouteShape): boolean =>
  access === 'secret' || (access === 'public' && tag !== 'service');

declare module 'fastify' {
  interface FastifyContextConfig {
    marksMax?: number;
  }
  interface FastifyRequest {
    /** Set before a handler of the contract runs, and also where one is refused. */
    caller: Caller | null;
    /** The request has come as far as its handler. */
    isHandled: boolean;
  }
}
