import type { LaunchSpec } from '../../contract/launch.ts';
import type { Failure } from '../../contract/primitives.ts';
import { instanceType } from '../hosts/instance-types.ts';
import { formatBitsPerSecond, plural } from '../words/numbers.ts';

/**
 * Clients that have less of something than the server they load: the run would then measure the clients. By the catalogue of
 * instance types; of a type that it lacks nothing is said.
 */
export function clientSizeWarning({ server, clients }: Pick<LaunchSpec, 'server' | 'clients'>): Failure | null {
  if (!server || !clients) return null;
  const ofServer = instanceType(server.instanceType);
  const ofClient = instanceType(clients.instanceType);
  if (!ofServer || !ofClient) return null;
  const { count } = clients;
  const vcpus = ofClient.vcpus * count;
  const bits = ofClient.baselineBitsPerSecond * count;
  const less = [
    ...(vcpus < ofServer.vcpus ? [`${plural(vcpus, 'vCPU')} of ${ofServer.vcpus}`] : []),
    ...(bits < ofServer.baselineBitsPerSecond
      ? [`${formatBitsPerSecond(bits)} of ${formatBitsPerSecond(ofServer.baselineBitsPerSecond)}`]
      : []),
  ];
  if (less.length === 0) return null;
  const who = count === 1 ? 'Your client is' : 'Your clients together are';
  return {
    code: 'client-smaller',
    sentence: `${who} smaller than your server: ${less.join(' and ')}. The client may be the bottleneck; use a larger type or more clients.`,
  };
}
