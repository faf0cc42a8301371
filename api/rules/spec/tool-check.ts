import type { LoadProfile, StepSpec, ToolAbilities } from '../../contract/load.ts';
import type { RunSpec } from '../../contract/spec.ts';
import { asSentence, listed } from '../words/text.ts';
import { modeFaults } from './mode-check.ts';
import type { SpecFault } from './spec-fault.ts';
import type { NamedHost } from './target-address.ts';
import { missingTool } from './tools.ts';

/** What the load generators of all clients cannot do of what is asked; the hosts that lack theirs are named together. */
export function toolFaults(spec: RunSpec, clients: NamedHost[]): SpecFault[] {
  const { tool } = spec.load;
  const without = clients.filter(({ facts }) => facts.tools.every(({ name }) => name !== tool));
  const [coming, here] = [true, false].map((expected) =>
    without.filter(({ facts }) => (facts.expected ?? false) === expected).map(({ name }) => name),
  ) as [string[], string[]];
  const path = 'spec.load.tool';
  return [
    ...(here.length > 0 ? [{ path, message: missingTool(tool, here) }] : []),
    ...(coming.length > 0 ? [{ path, message: notOnImage(tool, coming) }] : []),
    ...clients.flatMap((client) => faultsOn(spec, client)),
  ];
}

/** Of hosts that are yet to be launched. */
const notOnImage = (tool: string, names: string[]): string =>
  `${tool} is not known to be on the image of ${listed(names)}; use volley, or enrolled hosts that have it.`;

/** What the load generator of one client cannot do of what is asked, in the words of its own driver where it has any. */
function faultsOn(spec: RunSpec, client: NamedHost): SpecFault[] {
  const { load, requests } = spec;
  const found = client.facts.tools.find(({ name }) => name === load.tool);
  // What it can do is checked when its host is there.
  if (!found || client.facts.expected) return [];
  if (!found.abilities) return [...ofOldAgent(spec, client), ...modeFaults(spec, null, client)];
  const can = new Can(load.tool, found.abilities);
  return [
    ...can.unless('mixes', requests.length < 2 || found.abilities.mixes, 'spec.requests', {
      lacks: 'sends one request only',
      instead: 'ask for one request',
    }),
    ...can.unless('decompress', !load.decompress || found.abilities.decompression, 'spec.load.decompress', {
      lacks: 'does not decompress what it receives',
      instead: 'turn decompression off',
    }),
    ...can.unless('workers', noWorkersAsked(load.toolWorkers, found.abilities), 'spec.load.toolWorkers', OWN_WORKERS),
    ...warmupFaults(load, can),
    ...modeFaults(spec, found.abilities, client),
    ...secretFaults(spec, client),
    ...load.steps.flatMap((step, index) => stepFaults(step, `spec.load.steps.${index}`, can)),
  ];
}

const OWN_WORKERS: Lack = {
  lacks: 'has no workers to choose',
  instead: 'leave them out',
};

const noWorkersAsked = (asked: number | null, { workers }: ToolAbilities): boolean =>
  asked === null || workers !== 'none';

interface Lack {
  lacks: string;
  instead: string;
}

/** What one load generator can do. */
class Can {
  readonly tool: string;
  readonly abilities: ToolAbilities;

  constructor(tool: string, abilities: ToolAbilities) {
    this.tool = tool;
    this.abilities = abilities;
  }

  loop(loop: StepSpec['loop']): ToolAbilities['loops'][number] | null {
    return this.abilities.loops.find((one) => one.loop === loop) ?? null;
  }

  /** A mode that is asked for and cannot be had: the driver's own reason, which knows more. */
  unless(mode: string, able: boolean, path: string, { lacks, instead }: Lack): SpecFault[] {
    if (able) return [];
    const reason = this.abilities.refusals.find((refusal) => refusal.mode === mode)?.reason;
    const message = reason
      ? asSentence(reason)
      : `${this.tool} ${lacks}; ${instead}, or choose another load generator.`;
    return [{ path, message }];
  }
}

function stepFaults(step: StepSpec, path: string, can: Can): SpecFault[] {
  const loop = can.loop(step.loop);
  const other = step.loop === 'closed' ? 'open' : 'closed';
  if (!loop) {
    const lack = {
      lacks: `drives no ${step.loop} loop`,
      instead: `ask for ${other === 'open' ? 'an open' : 'a closed'} one`,
    };
    return can.unless(step.loop, false, `${path}.loop`, lack);
  }
  const { shortestSeconds } = loop;
  const workers = noWorkersAsked(step.toolWorkers, can.abilities);
  return [
    ...(step.loop === 'closed'
      ? can.unless('pipelining', step.pipelining === 1 || loop.pipelining, `${path}.pipelining`, {
          lacks: 'sends one request at a time on a connection',
          instead: 'ask for pipelining 1',
        })
      : can.unless('poisson', step.arrivals === 'constant' || loop.poisson, `${path}.arrivals`, {
          lacks: 'sends at even intervals only',
          instead: 'ask for constant arrivals',
        })),
    ...can.unless('connections', step.connections === null || loop.connections, `${path}.connections`, {
      lacks: 'opens as many connections as it needs',
      instead: 'leave their number out',
    }),
    ...can.unless('workers', workers, `${path}.toolWorkers`, OWN_WORKERS),
    ...can.unless('duration', step.durationSeconds >= shortestSeconds, `${path}.durationSeconds`, {
      lacks: `needs at least ${shortestSeconds} s to measure anything, and this step lasts ${step.durationSeconds} s`,
      instead: 'let it last longer',
    }),
  ];
}

/** Secrets that the configuration file of this client does not have. */
function secretFaults({ requests }: RunSpec, { name, facts }: NamedHost): SpecFault[] {
  const { secrets } = facts;
  return requests.flatMap(({ headers }, request) =>
    headers.flatMap(({ secret }, header) => {
      // Of an agent that is too old to say, the modes of its tool are.
      if (secret === null || !secrets || secrets.includes(secret)) return [];
      const known = secrets.length > 0 ? ` It has ${listed(secrets)}.` : '';
      const message = `The configuration file of ${name} has no secret named ${secret}.${known} Add it under secrets.`;
      return [{ path: `spec.requests.${request}.headers.${header}.secret`, message }];
    }),
  );
}

/** A warm-up is an invocation like any other. */
function warmupFaults({ warmupSeconds, steps }: LoadProfile, can: Can): SpecFault[] {
  const shortest = Math.max(1, ...steps.map(({ loop }) => can.loop(loop)?.shortestSeconds ?? 1));
  return can.unless('warmup', warmupSeconds === 0 || warmupSeconds >= shortest, 'spec.load.warmupSeconds', {
    lacks: `runs for at least ${shortest} s, and the warm-up lasts ${warmupSeconds} s`,
    instead: 'let it last longer or leave it out (0)',
  });
}

/** An agent that does not tell what its tools can do drives what agents always did: one request in a closed loop. */
function ofOldAgent({ load, requests }: RunSpec, { name }: NamedHost): SpecFault[] {
  const asked = [
    ...(requests.length > 1 ? [['spec.requests', 'mixes requests'] as const] : []),
    ...(load.decompress ? [['spec.load.decompress', 'decompresses'] as const] : []),
    ...load.steps.flatMap(({ loop }, index) =>
      loop === 'open' ? [[`spec.load.steps.${index}.loop`, 'sends at a rate'] as const] : [],
    ),
  ];
  return asked.map(([path, what]) => ({
    path,
    message: `The agent of ${name} is too old to tell whether its ${load.tool} ${what}; update it there.`,
  }));
}
