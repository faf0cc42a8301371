import type { ToolAbilities, ToolLoop } from '@contract/load';
import { asSentence } from '@rules/words/text';
import { loopOf } from '@/lib/tools';
import type { StepAbilities } from './step-draft';

/** What every one of these clients' tools can do; null where none of them tells. */
export function commonAbilities(told: (ToolAbilities | null)[]): ToolAbilities | null {
  const known = told.filter((abilities) => abilities !== null);
  return known.length === 0 ? null : known.reduce(meet);
}

function meet(a: ToolAbilities, b: ToolAbilities): ToolAbilities {
  const modes = new Set(a.refusals.map(({ mode }) => mode));
  return {
    loops: a.loops.flatMap((loop) => {
      const other = loopOf(b, loop.loop);
      return other ? [meetLoops(loop, other)] : [];
    }),
    workers: a.workers === b.workers ? a.workers : 'none',
    resolutionUs: Math.max(a.resolutionUs, b.resolutionUs),
    percentiles: a.percentiles.filter((percentile) => b.percentiles.includes(percentile)),
    histogram: a.histogram && b.histogram,
    mixes: a.mixes && b.mixes,
    decompression: a.decompression && b.decompression,
    modes: (a.modes ?? []).filter((mode) => b.modes?.includes(mode)),
    refusals: [...a.refusals, ...b.refusals.filter(({ mode }) => !modes.has(mode))],
  };
}

const meetLoops = (a: ToolLoop, b: ToolLoop): ToolLoop => ({
  loop: a.loop,
  latency: a.latency,
  pipelining: a.pipelining && b.pipelining,
  poisson: a.poisson && b.poisson,
  connections: a.connections && b.connections,
  shortestSeconds: Math.max(a.shortestSeconds, b.shortestSeconds),
});

/** What can be asked of a step. Of a tool that tells nothing, everything: the API knows better. */
export function stepAbilities(abilities: ToolAbilities | null, profiles: StepAbilities['profiles']): StepAbilities {
  const closed = abilities && loopOf(abilities, 'closed');
  const open = abilities && loopOf(abilities, 'open');
  return {
    pipelining: closed?.pipelining ?? true,
    poisson: open?.poisson ?? true,
    openConnections: open?.connections ?? true,
    workers: abilities?.workers !== 'none',
    profiles,
  };
}

/** Why the tool refuses this, in its driver's own words, as a sentence; null where it says nothing. */
export function refusalOf(abilities: ToolAbilities | null, mode: string): string | null {
  const reason = abilities?.refusals.find((refusal) => refusal.mode === mode)?.reason;
  if (!reason) return null;
  return asSentence(reason);
}
