import type { KeptSpec } from '../../contract/spec.ts';
import type { ReferenceTarget } from '../../contract/target.ts';
import { stableJson } from '../export/stable-json.ts';
import { asSent } from '../requests/request-words.ts';

/** What of a run decides how much its figures vary, beside its hosts. */
type Measured = Pick<KeptSpec, 'target' | 'requests' | 'variables'> & {
  load: Pick<KeptSpec['load'], 'tool' | 'protocol' | 'cookies' | 'requestsPerConnection' | 'decompress'>;
};

/** Runs of one key may vary alike: the same target and services behind it, the same requests and how they travel, and the same load generator, whatever the tuning and load. */
export function noiseKeyOf({ target, requests, variables, load }: Measured): string {
  const { tool, protocol, cookies, requestsPerConnection, decompress } = load;
  const whole = requests.reduce((sum, { weight }) => sum + weight, 0);
  return stableJson({
    target: targetKeyOf(target),
    requests: requests.map(({ method, path, weight, headers, body }) => ({
      ...{ method, path, headers, share: weight / whole },
      body: body && asSent(body),
    })),
    variables,
    travel: { protocol, cookies, requestsPerConnection, decompress },
    tool,
  });
}

function targetKeyOf(target: Measured['target']): unknown {
  const { kind } = target;
  if (target.kind === 'external') return { kind, origin: target.origin };
  const { tls } = target;
  if (target.kind === 'named') return { kind, tls, name: target.name };
  if (target.kind === 'listening') return { kind, tls, port: target.port };
  return { kind, tls, framework: target.framework, ...servicesOf(target) };
}

/** How another server fails is what it is; how a pool or retries are set is tuning. */
const servicesOf = ({ database, cache, downstream }: ReferenceTarget) => ({
  database: database !== null,
  cache: cache !== null,
  downstream: downstream && { failPercent: downstream.failPercent, delayMs: downstream.delayMs },
});
