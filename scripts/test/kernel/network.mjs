// @ts-check
import { ip, namespacePrefix, removeNamespace } from '../namespaces/topology.mjs';

/**
 * The one namespace of the lab: the guest's NIC is a tap device in it, and everything that talks to the guest runs in
 * it. Beside it is the tap of a second guest, for a NIC without traffic.
 *
 * @typedef {{ namespace: string, tap: string, quietTap: string, hostAddress: string, guestAddress: string }} Network
 */

const PREFIX = '198.18.38.';

/** @returns {Network} */
export function makeNetwork() {
  const namespace = `${namespacePrefix()}-kernel`;
  const network = { namespace, tap: 'tap0', quietTap: 'tap1', hostAddress: `${PREFIX}1`, guestAddress: `${PREFIX}2` };
  try {
    ip('netns', 'add', namespace);
    ip('-n', namespace, 'link', 'set', 'lo', 'up');
    for (const tap of [network.tap, network.quietTap]) {
      ip('-n', namespace, 'tuntap', 'add', 'dev', tap, 'mode', 'tap', 'multi_queue', 'vnet_hdr');
      ip('-n', namespace, 'link', 'set', tap, 'up');
    }
    ip('-n', namespace, 'addr', 'add', `${network.hostAddress}/24`, 'dev', network.tap);
  } catch (error) {
    removeNamespace(namespace);
    throw error;
  }
  return network;
}
