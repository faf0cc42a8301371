import type { RunSpec } from '../../contract/spec.ts';
import type { ExternalTarget } from '../../contract/target.ts';
import { hostOfUrl } from '../hosts/ip-address.ts';
import type { SpecFault } from './spec-fault.ts';
import type { NamedHost } from './target-address.ts';

/**
 * What cannot be asked of a target without an agent: nothing is set or profiled where it runs, and its clients load it only
 * where the files of their own hosts allow it. Each agent refuses the rest as well.
 */
export function externalFaults(spec: RunSpec, target: ExternalTarget, clients: NamedHost[]): SpecFault[] {
  const { origin } = target;
  const none = `No agent is known at ${origin}`;
  const faults: SpecFault[] = [];
  if (spec.server !== null) {
    const message = `${none}, so it has no host here: leave the server out (null), or choose a target of that host.`;
    faults.push({ path: 'spec.server', message });
  }
  if (spec.tuning.server !== null) {
    const message = `${none}, so nothing can be set there; leave the server’s tuning out (null).`;
    faults.push({ path: 'spec.tuning.server', message });
  }
  if (spec.tuning.targetCpus !== null) {
    const message = `${none}, so its CPUs stay as they are; leave the target’s CPUs out (null).`;
    faults.push({ path: 'spec.tuning.targetCpus', message });
  }
  if (spec.backend !== null) {
    const message = `${none}, so no service is started for it; leave the backend host out (null).`;
    faults.push({ path: 'spec.backend', message });
  }
  return [
    ...faults,
    ...spec.load.steps.flatMap(({ profiles }, index) => {
      const message = `${none}, so no profile can be taken there; leave profiles out.`;
      return profiles.length === 0 ? [] : [{ path: `spec.load.steps.${index}.profiles`, message }];
    }),
    ...clients.flatMap((client) => [...notAllowed(origin, client), ...unknownNames(origin, spec, client)]),
  ];
}

function notAllowed(origin: string, { name, facts: { addresses, expected } }: NamedHost): SpecFault[] {
  const path = 'spec.target.origin';
  if (expected)
    return [
      {
        path,
        message: `${name} is yet to be launched: whether it may load ${origin} is not known. Use an enrolled host.`,
      },
    ];
  if (addresses === undefined) {
    return [{ path, message: `The agent of ${name} is too old for targets without an agent; update it there.` }];
  }
  if (addresses.includes(origin)) return [];
  const allowed = addresses.join(', ') || 'none';
  const message = `The configuration file of ${name} does not let it load ${origin} (it allows ${allowed}); add it there under addresses.`;
  return [{ path, message }];
}

/** A shared front end forwards a request to the site that it names. */
function unknownNames(origin: string, spec: RunSpec, { name, facts: { addresses = [] } }: NamedHost): SpecFault[] {
  if (!addresses.includes(origin)) return [];
  const known = new Set(addresses.map(hostOfUrl));
  return namesAsked(spec).flatMap(({ path, asked }) => {
    const host = asked === null ? null : hostOfName(asked);
    if (host !== null && known.has(host)) return [];
    const message = `The configuration file of ${name} has no origin of ${asked ?? 'what a secret names'}, and another site behind ${origin} may answer to that name; add the origin there under addresses, or leave the name out.`;
    return [{ path, message }];
  });
}

/** By TLS and in the header Host; null: a secret, which only the clients have. */
function namesAsked({ requests, load: { tls } }: RunSpec): { path: string; asked: string | null }[] {
  const ofTls = tls?.serverName ? [{ path: 'spec.load.tls.serverName', asked: tls.serverName }] : [];
  const ofRequests = requests.flatMap(({ headers }, index) =>
    headers.flatMap(({ name, value }, at) =>
      name.toLowerCase() === 'host' ? [{ path: `spec.requests.${index}.headers.${at}.value`, asked: value }] : [],
    ),
  );
  return [...ofTls, ...ofRequests];
}

/** Without the port; what is more than a name or an address is none. */
const hostOfName = (asked: string): string | null => (/[/?#@\\]/.test(asked) ? null : hostOfUrl(`http://${asked}`));
