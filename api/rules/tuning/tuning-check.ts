import type { RunSpec } from '../../contract/spec.ts';
import type { HostTuning } from '../../contract/tuning.ts';
import { cpuFaults, type Rest, restOf } from '../spec/cpu-check.ts';
import type { SpecFault } from '../spec/spec-fault.ts';
import type { NamedHost } from '../spec/target-address.ts';
import { firstOf } from '../words/text.ts';

/**
 * Tuning that these hosts cannot have, by what their facts say. What needs a look at the host itself, such as whether a
 * NIC has interrupts to be moved, its plan says.
 */
export function tuningFaults(spec: RunSpec, server: NamedHost | null, clients: NamedHost[]): SpecFault[] {
  const { server: ofServer, clients: ofClients } = spec.tuning;
  const faults = ofServer && server ? hostFaults('spec.tuning.server', ofServer, server, restOf(spec, server)) : [];
  if (!ofClients) return faults;
  const others = clients.filter((client) => client !== server);
  if (server && others.length === 0) {
    const message = `${server.name} is the target’s host and drives the load too: put its tuning under server.`;
    return [...faults, { path: 'spec.tuning.clients', message }];
  }
  return [
    ...faults,
    ...others.flatMap((client) => hostFaults('spec.tuning.clients', ofClients, client, restOf(spec, null))),
  ];
}

function hostFaults(path: string, tuning: HostTuning, host: NamedHost, rest: Rest): SpecFault[] {
  const { interruptAffinity, packetSteering, transmitSteering } = tuning;
  const steered = packetSteering && packetSteering.cpus !== 'none' ? packetSteering.cpus : null;
  return [
    ...nicFaults(`${path}.nic`, tuning.nic, host),
    ...cpuFaults(`${path}.interruptAffinity.cpus`, interruptAffinity?.cpus ?? null, host, rest),
    ...cpuFaults(`${path}.packetSteering.cpus`, steered, host, rest),
    ...cpuFaults(`${path}.transmitSteering.cpus`, transmitSteering?.cpus ?? null, host, rest),
    ...repeated(path, tuning),
  ];
}

function nicFaults(path: string, nic: string | null, { name, facts }: NamedHost): SpecFault[] {
  if (nic === null || facts.expected || facts.nics.some((known) => known.name === nic)) return [];
  const found = firstOf(facts.nics.map((known) => known.name)) || 'none';
  return [{ path, message: `${name} has no NIC ${nic}; its agent found ${found}.` }];
}

/** One value for each: which of two would stand? */
function repeated(path: string, { sysctls }: HostTuning): SpecFault[] {
  const names = (sysctls ?? []).map((one) => one.name);
  return names.flatMap((name, index) =>
    names.indexOf(name) === index
      ? []
      : [{ path: `${path}.sysctls.${index}.name`, message: `${name} is set twice; keep one of them.` }],
  );
}
