import type { Wall } from '../../contract/verdict.ts';
import { WALLS } from '../../contract/words.ts';
import { installThere, measureHere, unmeasuredOrigin } from '../spec/external-target.ts';
import { capitalised } from '../words/text.ts';
import { atLeast, cpuState, cpuStateIn } from './cpu-busy.ts';
import { clientUnmeasured } from './labels.ts';
import { nearlyFull } from './nearly-full.ts';
import { othersText, type Situation, type WallFound } from './situation.ts';
import { CPU_FULL } from './thresholds.ts';
import { coreInDoubt } from './wall-unknown.ts';

/* Targets without an agent: only the clients are measured, so a verdict acquits or names them, and leaves the rest open. */

/**
 * A client that shares its machine with a target without an agent. Whose work saturated it is unknown, unless the tool
 * alone filled its CPUs: the target is one of the other processes.
 */
export function wallOfOneMachine(situation: Situation): WallFound | null {
  const { run, evidence } = situation;
  const origin = unmeasuredOrigin(run);
  if (origin === null || evidence.sharedMachine !== true || situation.client !== 'full') return null;
  const full = evidence.clients.filter((side) => cpuStateIn(evidence, side).fullness === 'full');
  if (full.some((side) => atLeast(cpuState(side).process?.share ?? 0, CPU_FULL))) return null;
  const busy = othersText(situation);
  return open({
    suspects: ['client-cpu', 'competing-load'],
    sentence: 'Can’t tell client, target and other processes apart on shared CPUs.',
    because: `No agent measures ${origin}: ${busy}.`,
    next: `Drive the load from another machine, or measure this one fully: ${measureHere(full.map(({ name }) => name))}`,
  });
}

/** Nothing that was measured was full: the client is acquitted as far as its evidence goes, and all else is open. */
export function wallOutside(situation: Situation): WallFound | null {
  const { run, evidence, client } = situation;
  const origin = unmeasuredOrigin(run);
  if (origin === null) return null;
  const told = othersText(situation);
  const because = `No agent measures ${origin}, or what lies between: ${told}.`;
  const next = installThere(origin);
  if (client !== 'free') {
    const unmeasured = clientUnmeasured(evidence);
    const sentence = `Can’t tell: ${unmeasured}, nor was the target.`;
    return open({
      suspects: ['client-cpu'],
      sentence,
      because,
      next: `Find out why ${unmeasured}. ${next}`,
    });
  }
  const core = evidence.clients.map((side) => coreInDoubt(side, situation)).find((found) => found !== null);
  if (core) {
    const cores = `No agent measures ${origin}: ${core.told ?? told}.`;
    return open({
      suspects: core.suspects,
      sentence: `${core.why} The target was not measured.`,
      because: cores,
      next: `${core.next} ${next}`,
    });
  }
  const near = [...new Set(evidence.clients.flatMap(nearlyFull))];
  if (near.length > 0) {
    const named = capitalised(near.map((wall) => WALLS[wall].name).join(', '));
    const sentence = `${named} suspected: nearly saturated. The target was not measured.`;
    return open({ suspects: near, sentence, because, next: `Give the client more room. ${next}` });
  }
  return open({
    suspects: [],
    sentence: 'Not the client; target and network between were not measured.',
    because,
    next,
  });
}

const open = ({
  suspects,
  ...told
}: Pick<WallFound, 'sentence' | 'because' | 'next'> & { suspects: Wall[] }): WallFound => ({
  wall: 'unknown',
  walls: suspects,
  confidence: 'cannot-tell',
  lowerBound: false,
  ...told,
});
