import type { Command } from '../../contract/agent-commands.ts';
import type { HostFacts } from '../../contract/host.ts';
import { inUrl } from '../hosts/ip-address.ts';

type StartTarget = Extract<Command, { type: 'start-target' }>;

/**
 * The address of the load, built from the request and never from an agent's answer. Throws if no port is known; a
 * command that was sent always has one.
 */
export function targetUrl({ listen, target }: StartTarget, server: HostFacts): string {
  if (target.kind === 'external') return target.origin;
  const port = target.kind === 'named' ? server.targets.find(({ name }) => name === target.name)?.port : target.port;
  if (!port) throw new Error(`the target on ${listen} has no port`);
  return `${target.tls ? 'https' : 'http'}://${inUrl(listen)}:${port}`;
}
