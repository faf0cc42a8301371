import type { RunSpec } from '../../contract/spec.ts';
import { REFERENCE_ROUTES } from './reference-routes.ts';
import type { SpecFault } from './spec-fault.ts';
import type { NamedHost } from './target-address.ts';

/** A profile begins a second after the load and ends a second before it, and what lies between has to be something. */
const PROFILED_SECONDS_LEAST = 3;

/** What this host cannot be as a target: by its facts, and by what the reference server answers. */
export function targetFaults(spec: RunSpec, server: NamedHost): SpecFault[] {
  return [...kindFaults(spec, server), ...routeFaults(spec), ...profileFaults(spec, server)];
}

function kindFaults({ target, tuning }: RunSpec, { name, facts }: NamedHost): SpecFault[] {
  if (target.kind === 'reference') return [];
  if (target.kind === 'named') {
    const names = facts.targets.map((known) => known.name);
    if (names.includes(target.name)) return [];
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
      message: `What listens on port ${target.port} was not started by the agent, which leaves its CPUs as they are; leave the target’s CPUs out, or let the configuration file of ${name} name it as a target.`,
    });
  }
  return faults;
}

function routeFaults({ target, requests }: RunSpec): SpecFault[] {
  const paths = requests.map(({ path }) => path);
  const routes = REFERENCE_ROUTES.map(({ path }) => path);
  return paths.flatMap((asked, index) => {
    const path = `spec.requests.${index}.path`;
    if (paths.indexOf(asked) < index) {
      return [{ path, message: `${asked} is asked for twice; give one request the weight of both.` }];
    }
    if (target.kind !== 'reference' || routes.includes(asked)) return [];
    return [{ path, message: `The reference server has no route ${asked}; choose one of ${routes.join(', ')}.` }];
  });
}

function profileFaults({ target, load }: RunSpec, { name, facts }: NamedHost): SpecFault[] {
  return load.steps.flatMap(({ profiles, durationSeconds }, index) => {
    if (profiles.length === 0) return [];
    const path = `spec.load.steps.${index}.profiles`;
    if (target.kind === 'listening') {
      const message = `Where the profiles of port ${target.port} are, nothing says; let the configuration file of ${name} name it as a target with a pprofUrl, or take no profiles.`;
      return [{ path, message }];
    }
    const named = target.kind === 'named' && facts.targets.find((known) => known.name === target.name);
    if (named && !named.profiles) {
      const message = `The configuration file of ${name} does not say where the profiles of ${named.name} are; add its pprofUrl there, or take no profiles.`;
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
