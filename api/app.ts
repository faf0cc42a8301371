import { readFileSync } from 'node:fs';
import http, { type IncomingHttpHeaders } from 'node:http';
import type https from 'node:https';
import path from 'node:path';
import httpProxy from '@fastify/http-proxy';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { agentRoutes } from './agents/routes.ts';
import { alertRoutes } from './alerts/routes.ts';
import { Recorder } from './audit/record.ts';
import { auditRoutes } from './audit/routes.ts';
import { benchmarkRoutes } from './benchmarks/routes.ts';
import { bisectionRoutes } from './bisections/routes.ts';
import { DOCUMENTATION } from './contract/routes.ts';
import { enrolRoutes } from './enrol/routes.ts';
import { experimentRoutes } from './experiments/routes.ts';
import { hostRoutes } from './hosts/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { launchRoutes } from './launches/routes.ts';
import { metricsRoutes } from './metrics/routes.ts';
import { accountRoutes } from './people/account-routes.ts';
import { peopleRoutes } from './people/routes.ts';
import { CLIENT_ADDRESS_HEADER, type SignIn } from './people/sign-in.ts';
import { signInRoutes } from './people/sign-in-routes.ts';
import { ruleBrowsers, sayRules } from './platform/http/browser-rules.ts';
import { refuseConnection } from './platform/http/client-error.ts';
import { compressAnswers } from './platform/http/compress.ts';
import { parseJson } from './platform/http/json-marks.ts';
import { BYTES_TYPE, type Doors } from './platform/http/mount.ts';
import { OpenLimits } from './platform/http/open-limits.ts';
import { sendNotFound, sendProblem } from './platform/http/problem.ts';
import { serviceRoutes } from './platform/http/service.ts';
import { ARRIVAL } from './platform/http/slow-requests.ts';
import { checkAll } from './platform/http/validate.ts';
import type { Lab } from './platform/lab.ts';
import { newId } from './platform/store/ids.ts';
import { runRoutes } from './runs/routes.ts';
import { viewRoutes } from './runs/views/routes.ts';
import { shareRoutes } from './shares/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

/** Unless the route says otherwise: bodies of strangers are read, too. */
const BODY_LIMIT_BYTES = 256 * 1024;

export interface AppOptions {
  lab: Lab;
  signIn: SignIn;
  /** Where Next listens; null serves the API alone. */
  webUrl: string | null;
  /** Their X-Forwarded-For says where a client is; of everybody else it is ignored. */
  trustedProxies: string[];
  /** Certificate and key; absent: plain HTTP. */
  https?: https.ServerOptions | null;
  log: FastifyBaseLogger;
}

/** The one front: /api is answered here, everything else by Next behind it. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { lab, signIn, webUrl, trustedProxies, log } = options;
  const isHttps = lab.publicUrl.startsWith('https:');
  const app: FastifyInstance = Fastify({
    // The types of Fastify are others with TLS; no handler is.
    ...(options.https ? ({ https: { ...options.https, ...ARRIVAL } } as object) : { http: { ...ARRIVAL } }),
    requestTimeout: ARRIVAL.requestTimeout,
    clientErrorHandler: refuseConnection,
    loggerInstance: log,
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: trustedProxies.length > 0 && trustedProxies,
    genReqId: newId,
    forceCloseConnections: true,
    frameworkErrors: (error, request, reply) => {
      sayRules(request, reply, isHttps);
      sendProblem(error, request, reply);
    },
    // One line a request would be one a second and host; failures are logged where they are answered.
    logController: new LogController({ disableRequestLogging: true }),
  });
  app.decorateRequest('caller', null);
  app.decorateRequest('isHandled', false);
  app.setValidatorCompiler(checkAll);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(sendProblem);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    request.headers[CLIENT_ADDRESS_HEADER] = request.ip;
  });
  ruleBrowsers(app, { https: isHttps });
  compressAnswers(app);
  // JSON that is sent as text is refused for its type, and not as if it were malformed.
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser(BYTES_TYPE, (_request, payload, done) => done(null, payload));

  const openLimits = new OpenLimits();
  await app.register(documentation, { openLimits });
  await app.register(async (api) => {
    // Of these routes alone: the front hands bodies on as they are, and cannot where JSON is read in another way already.
    parseJson(api);
    const doors: Doors = { app: api, lab, signIn, openLimits, recorder: new Recorder(lab) };
    serviceRoutes(doors);
    metricsRoutes(doors);
    hostRoutes(doors);
    launchRoutes(doors);
    runRoutes(doors);
    viewRoutes(doors);
    experimentRoutes(doors);
    benchmarkRoutes(doors);
    alertRoutes(doors);
    bisectionRoutes(doors);
    importRoutes(doors);
    shareRoutes(doors);
    agentRoutes(doors);
    signInRoutes(doors);
    accountRoutes(doors);
    peopleRoutes(doors);
    webhookRoutes(doors);
    auditRoutes(doors);
    enrolRoutes(doors);
  });
  // Before a body is read or its type is looked at.
  app.all('/api/*', { onRequest: async (request, reply) => sendNotFound(request, reply) }, sendNotFound);
  if (webUrl) {
    await app.register(httpProxy, {
      upstream: webUrl,
      websocket: false,
      replyOptions: { rewriteRequestHeaders: (request, headers) => ({ ...headers, ...askedAt(request) }) },
    });
  }
  return app;
}

/** Plain HTTP as well, for the parts of the instance that need not check who answers. */
export async function listenInside(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<void> {
  const server = http.createServer({ ...ARRIVAL }, (request, response) => app.routing(request, response));
  server.on('clientError', refuseConnection);
  server.keepAliveTimeout = app.server.keepAliveTimeout;
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen({ host, port }, resolve));
  app.server.once('close', () => {
    server.close();
    server.closeAllConnections();
  });
}

/** The address by which a visitor came: links in the preview of a shared page lead there again. */
function askedAt({ headers, protocol }: { headers: IncomingHttpHeaders; protocol: string }): Record<string, string> {
  const proto = headers['x-forwarded-proto'];
  return {
    'x-forwarded-host': String(headers['x-forwarded-host'] ?? headers.host ?? ''),
    'x-forwarded-proto': String(proto ?? protocol),
  };
}

const WORDMARK =
  '<svg xmlns="http://www.w3.org/2000/svg" width="150" height="40"><text x="0" y="27" fill="#e7eaee" font-family="system-ui,sans-serif" font-size="22" font-weight="600">millionrps</text></svg>';

/** Written by `npm run generate`: what is served is what is in the repository. */
const openApi = JSON.parse(readFileSync(path.join(import.meta.dirname, 'openapi.json'), 'utf8'));

async function documentation(app: FastifyInstance, { openLimits }: { openLimits: OpenLimits }): Promise<void> {
  app.addHook('onRequest', async (request, reply) => openLimits.admit(request, reply));
  app.get(DOCUMENTATION.document, () => openApi);
  await app.register(swagger, { mode: 'static', specification: { document: openApi } });
  await app.register(swaggerUi, {
    routePrefix: DOCUMENTATION.pages,
    uiConfig: { docExpansion: 'list' },
    theme: { title: 'millionrps API' },
    logo: { type: 'image/svg+xml', content: Buffer.from(WORDMARK) },
  });
}
