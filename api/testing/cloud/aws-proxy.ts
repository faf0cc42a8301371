import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A call as it was made: `ec2:RunInstances` with its parameters, or with the JSON of other services. */
export interface AwsCall {
  action: string;
  parameters: Record<string, string>;
}

export interface AwsAnswer {
  status: number;
  body: string;
  type?: string;
}

/**
 * What a test has AWS do to one call: an answer that was recorded, `before` it reaches the emulator or, with null, the
 * emulator's own; `after` may hold back the emulator's answer, and `reword` changes what was recorded to be said otherwise.
 */
export interface AwsBehaviour {
  before?: (call: AwsCall) => AwsAnswer | null;
  after?: (call: AwsCall) => Promise<void> | void;
  reword?: (call: AwsCall, body: string) => string;
}

export interface AwsProxy {
  url: string;
  calls: AwsCall[];
  behave: (behaviour: AwsBehaviour) => void;
  stop: () => Promise<void>;
}

/** Stands before an emulator of AWS, and answers what it lacks by what AWS was recorded to say. */
export async function startAwsProxy(emulatorUrl: string): Promise<AwsProxy> {
  const calls: AwsCall[] = [];
  let behaviour: AwsBehaviour = {};
  const server = createServer(async (request, reply) => {
    const asked = await text(request);
    const call = callOf(request.headers, asked);
    calls.push(call);
    const recorded = behaviour.before?.(call) ?? null;
    const answer = recorded ?? (await forward(emulatorUrl, request.url ?? '/', request.headers, asked));
    if (!recorded) await behaviour.after?.(call);
    const body = recorded ? answer.body : (behaviour.reword?.(call, answer.body) ?? answer.body);
    reply.writeHead(answer.status, { 'content-type': answer.type ?? 'text/xml' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    behave: (next) => {
      behaviour = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const SERVICES: Record<string, string> = {
  AmazonSSM: 'ssm',
  ServiceQuotasV20190624: 'servicequotas',
  AWSPriceListService: 'pricing',
};

function callOf(headers: IncomingHttpHeaders, body: string): AwsCall {
  const target = headers['x-amz-target'];
  if (typeof target === 'string') {
    const [service = '', action = ''] = target.split('.');
    return { action: `${SERVICES[service] ?? service}:${action}`, parameters: { body } };
  }
  const parameters = Object.fromEntries(new URLSearchParams(body));
  return { action: `ec2:${parameters.Action ?? ''}`, parameters };
}

async function forward(
  emulatorUrl: string,
  path: string,
  headers: IncomingHttpHeaders,
  body: string,
): Promise<AwsAnswer> {
  const sent = Object.fromEntries(
    Object.entries(headers).filter(([name]) => !['host', 'connection', 'content-length', 'expect'].includes(name)),
  ) as Record<string, string>;
  const reply = await fetch(emulatorUrl + path, { method: 'POST', headers: sent, body });
  return { status: reply.status, body: await reply.text(), type: reply.headers.get('content-type') ?? 'text/xml' };
}
