import type { RunHost } from '../../contract/run.ts';
import { parseIp } from '../hosts/ip-address.ts';

type Named = Pick<RunHost, 'hostId' | 'name' | 'facts'>;

/** Four numbers that clouds make a name of: `ip-172-31-5-9`, `static.5.9.1.2.example`. */
const FOUR_NUMBERS = /(?<!\d)(\d{1,3})([-._])(\d{1,3})\2(\d{1,3})\2(\d{1,3})(?!\d)/;

function spellsAddress(name: string): boolean {
  const [, first, , ...others] = FOUR_NUMBERS.exec(name) ?? [];
  return parseIp(name) !== null || (first !== undefined && [first, ...others].every((number) => Number(number) < 256));
}

/**
 * Names of hosts that spell an address, in lower case, each with what stands for it in all of a document: `host-1`, unless
 * that is another host's name.
 */
export function namesInstead(hosts: Named[]): Map<string, string> {
  const taken = new Set(hosts.map(({ name }) => name));
  const instead = new Map<string, string>();
  const newName = (): string => {
    const numbered = Array.from({ length: taken.size + 1 }, (_, at) => `host-${at + 1}`);
    const free = numbered.find((name) => !taken.has(name)) ?? '';
    taken.add(free);
    return free;
  };
  const byId = new Map<string, string>();
  for (const { hostId, name, facts } of hosts) {
    if (spellsAddress(name)) {
      const known = byId.get(hostId) ?? instead.get(name.toLowerCase()) ?? newName();
      byId.set(hostId, known);
      instead.set(name.toLowerCase(), known);
    }
    const own = facts?.hostName ?? '';
    if (spellsAddress(own)) instead.set(own.toLowerCase(), instead.get(name.toLowerCase()) ?? name);
  }
  return instead;
}
