// The millionrps agent gives this to k6: k6 run -e URL=... -e PATHS=... -e CYCLE=... k6.js
// CYCLE such as 0,1,0 is of the paths by their numbers. REQUESTS=file in the place of PATHS is a file in JSON of requests that are more than
// paths, as volley reads it; CLIENT=0/1 and SEED belong to it. All figures of k6 go to stdout as one JSON document.
import crypto from 'k6/crypto';
import { b64decode } from 'k6/encoding';
import exec from 'k6/execution';
import http from 'k6/http';
import { Counter } from 'k6/metrics';

const seconds = Number(__ENV.SECONDS);
const connections = Number(__ENV.CONNECTIONS);
const rate = Number(__ENV.RATE);
const gzip = __ENV.GZIP === '1';

export const options = {
  scenarios: {
    load: rate
      ? {
          executor: 'constant-arrival-rate',
          rate,
          timeUnit: '1s',
          duration: `${seconds}s`,
          preAllocatedVUs: connections || Math.min(Math.ceil(rate / 2), 2000),
          maxVUs: connections || Math.min(Math.max(rate, 100), 10000),
          gracefulStop: '10s',
        }
      : { executor: 'constant-vus', vus: connections, duration: `${seconds}s`, gracefulStop: '0s' },
  },
  // Without a threshold there is no such metric: latency of what was answered well.
  thresholds: { 'http_req_duration{expected_response:true}': ['max>=0'] },
  summaryTrendStats: ['avg', 'max', 'med', 'p(90)', 'p(95)', 'p(97.5)', 'p(99)', 'p(99.9)', 'p(99.99)', 'count'],
  systemTags: ['expected_response'],
  maxRedirects: 0,
  discardResponseBodies: !gzip,
  noCookiesReset: __ENV.COOKIES === '1',
};

const plain = __ENV.PATHS !== undefined;
const asked = plain
  ? { requests: JSON.parse(__ENV.PATHS).map((path) => ({ path })), variables: [] }
  : JSON.parse(open(__ENV.REQUESTS));
const params = {
  headers: { 'Accept-Encoding': gzip ? 'gzip' : 'identity' },
  timeout: '10s',
  responseType: gzip ? 'binary' : 'none',
};

// Only an unsuccessful request counts here, so this costs nothing while all goes well.
const failures = {
  connection: new Counter('failed_connection'),
  timeout: new Counter('failed_timeout'),
  reset: new Counter('failed_reset'),
  non2xx: new Counter('failed_non2xx'),
  mismatch: new Counter('failed_mismatch'),
  unexpected: new Counter('failed_unexpected'),
};

// The numbers are those of k6's documentation of error codes.
function kindOf(response) {
  const code = response.error_code;
  if (response.status !== 0) return code === 1701 || code === 1000 ? 'mismatch' : 'non2xx';
  if (code === 1050 || code === 1211) return 'timeout';
  if (code === 1220 || code === 1221) return 'reset';
  if (code >= 1100 && code < 1300) return 'connection';
  return /EOF|closed|reset|broken pipe/.test(response.error) ? 'reset' : 'mismatch';
}

const [client, clients] = (__ENV.CLIENT || '0/1').split('/').map(Number);

// Mulberry32, by the seed and the number of the virtual user: the same numbers come again for the same two.
let state = (Number(__ENV.SEED || 0) + __VU * 0x9e3779b9 + client * 0x85ebca6b) >>> 0;
function random() {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = Math.imul(state ^ (state >>> 15), state | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}

const draws = asked.variables.map((variable) => {
  if (variable.kind === 'counter')
    return () => String((variable.from || 0) + client + clients * exec.scenario.iterationInTest);
  if (variable.kind === 'random') {
    const least = variable.least || 0;
    const width = (variable.most || 0) - least + 1;
    return () => String(least + Math.floor(((random() * 2097152 + random()) / 2097152) * width));
  }
  const { values } = variable;
  let at = __VU - 1;
  return variable.order === 'in turn'
    ? () => values[at++ % values.length]
    : () => values[Math.floor(random() * values.length)];
});

// filled answers a function where variables are in a text, and the text itself where there are none.
function filled(text) {
  const parts = text.split(/\{\{([A-Za-z][A-Za-z0-9_-]*)\}\}/);
  if (parts.length === 1) return () => text;
  const places = parts.map((part, i) => (i % 2 ? asked.variables.findIndex((variable) => variable.name === part) : -1));
  return (drawn) => parts.map((part, i) => (places[i] < 0 ? part : drawn(places[i]))).join('');
}

function bodyOf(body) {
  if (!body) return () => null;
  if (body.kind === 'text') return filled(body.text || '');
  const bytes = body.kind === 'file' ? open(body.path, 'b') : b64decode(body.base64 || '', 'std');
  return () => bytes;
}

const secrets = [];
function headerValue(header) {
  if (!header.secret) return filled(header.value);
  if (!secrets.includes(header.secret)) secrets.push(header.secret);
  const value = __ENV[`MILLIONRPS_SECRET_${secrets.indexOf(header.secret) + 1}`];
  return () => value;
}

const requests = asked.requests.map((request) => {
  const expect = request.expect || {};
  const looksAtBody = expect.bytes != null || expect.sha256 != null || expect.contains != null;
  return {
    method: request.method || 'GET',
    path: filled(request.path),
    headers: (request.headers || []).map((header) => [header.name, headerValue(header)]),
    body: bodyOf(request.body),
    expect,
    looksAtBody,
    params: {
      ...params,
      ...(looksAtBody ? { responseType: 'binary' } : {}),
      ...(expect.status ? { responseCallback: http.expectedStatuses(expect.status) } : {}),
    },
  };
});
const cycle = __ENV.CYCLE.split(',').map((place) => requests[Number(place)]);

// Bytes as characters, so that a text is found whatever else the body holds.
function characters(buffer) {
  const bytes = new Uint8Array(buffer);
  let text = '';
  for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096));
  return text;
}

function mismatches(body, expect) {
  if (expect.bytes != null && body.byteLength !== expect.bytes) return true;
  if (expect.sha256 != null && crypto.sha256(body, 'hex') !== expect.sha256) return true;
  return expect.contains != null && !characters(body).includes(unescape(encodeURIComponent(expect.contains)));
}

// failureOf is undefined for a success. Another status from 200 to 299 than the one that was expected is unexpected, as is a body.
function failureOf(response, request) {
  const { status, error_code: code } = response;
  const { expect } = request;
  const success = status >= 200 && status <= 299;
  if (expect.status ? status !== expect.status : !success || code !== 0)
    return expect.status && success ? 'unexpected' : kindOf(response);
  return request.looksAtBody && mismatches(response.body || new ArrayBuffer(0), expect) ? 'unexpected' : undefined;
}

function send(request) {
  const values = {};
  const drawn = (place) => {
    if (!(place in values)) values[place] = draws[place]();
    return values[place];
  };
  const headers = { ...params.headers };
  for (const [name, value] of request.headers) headers[name] = value(drawn);
  const url = __ENV.URL + request.path(drawn);
  return http.request(request.method, url, request.body(drawn), { ...request.params, headers });
}

const plainUrls = plain ? requests.map((request) => __ENV.URL + request.path()) : [];
const plainCycle = plain ? __ENV.CYCLE.split(',').map((place) => plainUrls[Number(place)]) : [];
let turn = __VU;

export default function () {
  const at = turn++ % cycle.length;
  const response = plain ? http.get(plainCycle[at], params) : send(cycle[at]);
  const failure = failureOf(response, cycle[at]);
  if (failure) failures[failure].add(1);
}

export function handleSummary(data) {
  const metrics = {};
  for (const [name, metric] of Object.entries(data.metrics)) metrics[name] = metric.values;
  return { stdout: `${JSON.stringify({ durationMs: data.state.testRunDurationMs, metrics })}\n` };
}
