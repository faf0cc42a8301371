import type { AgentSkill } from '../../contract/choices.ts';
import type { RunSpec } from '../../contract/spec.ts';
import type { TargetFact, TargetParameter } from '../../contract/target.ts';
import { requestFaults } from '../requests/request-check.ts';
import { backendFaults } from './backend-check.ts';
import { speaksTls } from './external-target.ts';
import type { SpecFault } from './spec-fault.ts';
import type { NamedHost } from './target-address.ts';
import { FRAMEWORKS } from './target-words.ts';

/** A profile begins a second after the load and ends a second before it, and what lies between has to be something. */
const PROFILED_SECONDS_LEAST = 3;

/** What this host cannot be as a target, by its facts. `backend` is the host of what it asks. */
export function targetFaults(spec: RunSpec, server: NamedHost, backend = server): SpecFault[] {
  return [
    ...kindFaults(spec, server),
    ...tooOldForTls(spec, server),
    ...protocolFaults(spec),
    ...backendFaults(spec, backend),
    ...profileFaults(spec, server),
  ];
}

/** What cannot be requested of a target, wherever it is. TLS is asked for on both sides or on none. */
export function sendingFaults(spec: RunSpec): SpecFault[] {
  const { target, load } = spec;
  if (speaksTls(target) === (load.tls !== null)) return requestFaults(spec);
  const message = speaksTls(target)
    ? 'The target speaks TLS, and the load does not say how: ask for tls, such as {"serverName": null, "verify": "host", "resume": false}.'
    : 'The target does not speak TLS; leave it out of the load (null), or let the target speak it.';
  return [{ path: 'spec.load.tls', message }, ...requestFaults(spec)];
}

/** An agent that knows nothing of TLS would start the target without. */
function tooOldForTls({ target }: RunSpec, { name, facts }: NamedHost): SpecFault[] {
  if (!speaksTls(target) || facts.skills?.includes('target-tls' satisfies AgentSkill)) return [];
  return [
    {
      path: 'spec.target.tls',
      message: `The agent of ${name} is too old for targets that speak TLS; update it there.`,
    },
  ];
}

/** The reference server's other frameworks have no HTTP/2. */
function protocolFaults({ target, load }: RunSpec): SpecFault[] {
  if (target.kind !== 'reference' || target.framework === 'nethttp' || load.protocol !== 'h2') return [];
  const message = `The reference server speaks HTTP/2 only in ${FRAMEWORKS.nethttp}; choose that framework, or HTTP/1.1.`;
  return [{ path: 'spec.load.protocol', message }];
}

function kindFaults({ target, tuning }: RunSpec, { name, facts }: NamedHost): SpecFault[] {
  if (target.kind === 'reference' || target.kind === 'external') return [];
  if (facts.expected) {
    const message = `${name} is yet to be launched: which targets it has is not known. Use an enrolled host, or the reference server.`;
    return [{ path: target.kind === 'named' ? 'spec.target.name' : 'spec.target.port', message }];
  }
  if (target.kind === 'named') {
    const named = facts.targets.find((known) => known.name === target.name);
    if (named)
      return [
        ...parameterFaults(target.parameters, named, name),
        ...revisionFaults(target.revision, named, { name, facts }),
      ];
    const names = facts.targets.map((known) => known.name);
    const known = names.length > 0 ? `it names ${names.join(', ')}` : 'it names none';
    return [
      {
        path: 'spec.target.name',
        message: `The configuration file of ${name} names no target ${target.name} (${known}); add it there under targets.`,
      },
    ];
  }
  const faults: SpecFault[] = [];
  if (!facts.listeningPorts.includes(target.port)) {
    const allowed = facts.listeningPorts.length > 0 ? facts.listeningPorts.join(', ') : 'none';
    faults.push({
      path: 'spec.target.port',
      message: `The configuration file of ${name} does not allow port ${target.port} as a target (it allows ${allowed}); add it there under listeningPorts.`,
    });
  }
  if (tuning.targetCpus !== null) {
    faults.push({
      path: 'spec.tuning.targetCpus',
      message: `The agent did not start the server on port ${target.port}, so it does not change its CPUs; leave the target’s CPUs out, or name it as a target in the configuration file of ${name}.`,
    });
  }
  return faults;
}

/** A run chooses among what the host's file declares, and of nothing else. */
function parameterFaults(chosen: TargetParameter[], target: TargetFact, hostName: string): SpecFault[] {
  return chosen.flatMap(({ name, value }, index): SpecFault[] => {
    const path = `spec.target.parameters.${index}`;
    const declared = target.parameters?.find((known) => known.name === name);
    if (chosen.findIndex((other) => other.name === name) < index) {
      return [{ path: `${path}.name`, message: `The parameter ${name} is set twice; set it once.` }];
    }
    if (!declared) {
      const known = target.parameters?.map((one) => one.name).join(', ') || 'none';
      return [
        {
          path: `${path}.name`,
          message: `The target ${target.name} of ${hostName} has no parameter ${name} (it has ${known}); declare it in the configuration file there.`,
        },
      ];
    }
    if (declared.values.includes(value)) return [];
    const allowed = declared.values.join(', ');
    return [
      {
        path: `${path}.value`,
        message: `The configuration file of ${hostName} allows ${allowed} for ${name}, not ${value}; choose one of these or declare it there.`,
      },
    ];
  });
}

/** A target with a source runs what is built for the run, and one without cannot be built. */
function revisionFaults(
  revision: string | null | undefined,
  target: TargetFact,
  { name, facts }: NamedHost,
): SpecFault[] {
  const fault = (message: string): SpecFault[] => [{ path: 'spec.target.revision', message }];
  const asked = (revision ?? null) !== null;
  if (asked && !facts.skills?.includes('target-revisions' satisfies AgentSkill))
    return fault(`The agent of ${name} is too old to build revisions of targets; update it there.`);
  if (asked && !target.source)
    return fault(
      `The configuration file of ${name} states no source of ${target.name}, so no revision of it can be built; state its source there, or leave the revision out.`,
    );
  if (!asked && target.source)
    return fault(`${target.name} of ${name} is built from its source; choose a revision: a commit by its whole SHA.`);
  return [];
}

function profileFaults({ target, load }: RunSpec, { name, facts }: NamedHost): SpecFault[] {
  return load.steps.flatMap(({ profiles, durationSeconds }, index) => {
    if (profiles.length === 0) return [];
    const path = `spec.load.steps.${index}.profiles`;
    const ofTarget = profiles.some((kind) => kind !== 'on-cpu');
    if (ofTarget && target.kind === 'listening') {
      const message = `The address of the profiles of port ${target.port} is unknown; name it as a target with a pprofUrl in the configuration file of ${name}, or take only the on-CPU profile of the host.`;
      return [{ path, message }];
    }
    const named = target.kind === 'named' && facts.targets.find((known) => known.name === target.name);
    if (ofTarget && named && !named.profiles) {
      const message = `The configuration file of ${name} does not say where the profiles of ${named.name} are; add its pprofUrl there, or take only the on-CPU profile of the host.`;
      return [{ path, message }];
    }
    const faults: SpecFault[] = [];
    const twice = profiles.find((kind, at) => profiles.indexOf(kind) < at);
    if (twice) faults.push({ path, message: `The profile ${twice} is asked for twice; name each kind once.` });
    if (durationSeconds < PROFILED_SECONDS_LEAST) {
      faults.push({
        path: `spec.load.steps.${index}.durationSeconds`,
        message: `Profiles leave out a second at each end of a step, so ${durationSeconds} s are too short; use at least ${PROFILED_SECONDS_LEAST}.`,
      });
    }
    return faults;
  });
}
