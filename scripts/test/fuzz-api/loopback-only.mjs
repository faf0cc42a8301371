// @ts-check
/**
 * Loaded by `node --import` into a process that must reach nothing but this machine: its names are not looked up, its sockets lead to
 * loopback alone. So fuzz, which makes up addresses, can send nothing to anybody.
 */
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const LOOPBACK = new net.BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

const isLoopback = (/** @type {string} */ host) =>
  host === 'localhost' || (net.isIP(host) !== 0 && LOOPBACK.check(host, net.isIPv6(host) ? 'ipv6' : 'ipv4'));

/** @param {string} host */
const refusal = (host) =>
  Object.assign(new Error(`${host} is not on this machine, and nothing else may be reached`), { code: 'EHOSTUNREACH' });

const { connect } = net.Socket.prototype;
/** @this {net.Socket} @param {any[]} args */
net.Socket.prototype.connect = /** @type {any} */ (
  function loopbackOnly(...args) {
    // node:net hands itself the arguments that it has sorted already, in one array.
    const [first, second] = Array.isArray(args[0]) ? args[0] : args;
    const { path, host } = typeof first === 'object' ? first : { path: undefined, host: second };
    const name = typeof host === 'string' ? host : 'localhost';
    if (path || isLoopback(name)) return Reflect.apply(connect, this, args);
    process.nextTick(() => this.destroy(refusal(name)));
    return this;
  }
);

const { lookup } = dns;
dns.lookup = /** @type {any} */ (
  (/** @type {string} */ host, /** @type {any[]} */ ...rest) => {
    if (isLoopback(host)) return Reflect.apply(lookup, dns, [host, ...rest]);
    process.nextTick(rest.at(-1), refusal(host));
    return {};
  }
);
syncBuiltinESMExports();
