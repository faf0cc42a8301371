import { MAX_INLINE_BODY_BYTES } from '../../contract/limits.ts';
import type { RequestSpec } from '../../contract/requests.ts';
import type { RunSpec } from '../../contract/spec.ts';
import { REFERENCE_ROUTES } from '../spec/reference-routes.ts';
import type { SpecFault } from '../spec/spec-fault.ts';
import { formatExact } from '../words/numbers.ts';
import { headerFaults } from './header-check.ts';
import { bodyBytes, requestName } from './request-words.ts';
import { variableFaults } from './variable-check.ts';

/** A spec is sent as one request of at most 256 KiB, and read with every list of runs: what is large is a file. */
const SPEC_BYTES_MOST = 192 * 1024;

/** Below it stand answers that are not the last one, such as 103. */
const ANSWERS_FROM = 200;

/** Requests that cannot be sent as they are asked for, or would not be what they seem. */
export function requestFaults(spec: RunSpec): SpecFault[] {
  return [
    ...spec.requests.flatMap((request, index) => [
      ...sameFaults(spec.requests, index),
      ...routeFaults(spec, request, index),
      ...headerFaults(request.headers, `spec.requests.${index}`, spec),
      ...bodyFaults(request, `spec.requests.${index}`),
    ]),
    ...variableFaults(spec),
    ...sizeFaults(spec),
  ];
}

const identity = ({ weight: _, ...request }: RequestSpec): string => JSON.stringify(request);

function sameFaults(requests: RequestSpec[], index: number): SpecFault[] {
  const identities = requests.map(identity);
  const request = requests[index];
  if (!request || identities.indexOf(identities[index] ?? '') === index) return [];
  const message = `${requestName(request)} is asked for twice; give one request the weight of both.`;
  return [{ path: `spec.requests.${index}.path`, message }];
}

/** The reference server answers GETs of its routes, with any query. */
function routeFaults({ target }: RunSpec, { method, path }: RequestSpec, index: number): SpecFault[] {
  if (target.kind !== 'reference') return [];
  const at = `spec.requests.${index}`;
  const routes = REFERENCE_ROUTES.map((route) => route.path);
  const [route = ''] = path.split('?');
  if (!routes.includes(route)) {
    const message = `The reference server has no route ${route}; choose one of ${routes.join(', ')}.`;
    return [{ path: `${at}.path`, message }];
  }
  if (method === 'GET') return [];
  const message = `The reference server answers only GET; use GET, or choose a server of your own.`;
  return [{ path: `${at}.method`, message }];
}

function bodyFaults(request: RequestSpec, at: string): SpecFault[] {
  const { method, body, expect } = request;
  const faults: SpecFault[] = [];
  if (method === 'HEAD' && body) faults.push({ path: `${at}.body`, message: 'HEAD sends no body; leave it out.' });
  if (method === 'HEAD' && (expect.bytes || expect.sha256 !== null || expect.contains !== null)) {
    const message = 'An answer to HEAD has no body; expect only a status.';
    faults.push({ path: `${at}.expect`, message });
  }
  if (expect.status !== null && expect.status < ANSWERS_FROM) {
    const message = `An answer with the status ${expect.status} is only provisional; expect a status from ${ANSWERS_FROM} on.`;
    faults.push({ path: `${at}.expect.status`, message });
  }
  if (body && body.kind !== 'file' && bodyBytes(body) > MAX_INLINE_BODY_BYTES) {
    const message = `${formatExact(bodyBytes(body))} bytes are too many for a body that stands here (at most ${formatExact(MAX_INLINE_BODY_BYTES)}); send a file.`;
    faults.push({ path: `${at}.body`, message });
  }
  return faults;
}

function sizeFaults({ requests, variables }: RunSpec): SpecFault[] {
  const bytes = JSON.stringify([requests, variables]).length;
  if (bytes <= SPEC_BYTES_MOST) return [];
  const message = `All requests and variables together take ${formatExact(bytes)} bytes, more than ${formatExact(SPEC_BYTES_MOST)}; send large bodies as files, and sample fewer values.`;
  return [{ path: 'spec.requests', message }];
}
