import type { HostFacts } from '../../contract/host.ts';
import { addressKey, type IpAddress, parseIp } from './ip-address.ts';

/** An address of a NIC. */
export interface HostAddress {
  /** Without a prefix length. */
  text: string;
  ip: IpAddress;
  prefixBits: number;
  nic: HostFacts['nics'][number];
}

export function hostAddresses(facts: HostFacts): HostAddress[] {
  return facts.nics.flatMap((nic) =>
    nic.addresses.flatMap((written): HostAddress[] => {
      const [text = '', bits] = written.split('/');
      const ip = parseIp(text);
      if (!ip) return [];
      const prefixBits = /^\d{1,3}$/.test(bits ?? '') ? Number(bits) : 128;
      return [{ text, ip, prefixBits, nic }];
    }),
  );
}

/** The address that a text means, however it is spelt. */
export function addressAmong<T extends Pick<HostAddress, 'ip'>>(addresses: T[], text: string): T | undefined {
  const asked = parseIp(text);
  return addresses.find(({ ip }) => asked !== null && addressKey(ip) === addressKey(asked));
}

export const ownAddress = (facts: HostFacts, text: string): HostAddress | undefined =>
  addressAmong(hostAddresses(facts), text);
