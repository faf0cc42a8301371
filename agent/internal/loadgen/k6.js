// The millionrps agent gives this to k6: k6 run -e URL=... -e PATHS=... -e CYCLE=... k6.js
// CYCLE such as 0,1,0 is of the paths by their numbers. All figures of k6 go to stdout as one JSON document.
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
};

const urls = JSON.parse(__ENV.PATHS).map((path) => __ENV.URL + path);
const cycle = __ENV.CYCLE.split(',').map((place) => urls[Number(place)]);
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

let turn = __VU;

export default function () {
  const response = http.get(cycle[turn++ % cycle.length], params);
  if (response.error_code !== 0 || response.status < 200 || response.status > 299) failures[kindOf(response)].add(1);
}

export function handleSummary(data) {
  const metrics = {};
  for (const [name, metric] of Object.entries(data.metrics)) metrics[name] = metric.values;
  return { stdout: `${JSON.stringify({ durationMs: data.state.testRunDurationMs, metrics })}\n` };
}
