import type { SideEvidence } from '../../contract/evidence.ts';
import type { Wall } from '../../contract/verdict.ts';
import { WALLS } from '../../contract/words.ts';
import { capitalised, orListed } from '../words/text.ts';
import { competingNext } from './competing-words.ts';
import type { Limit } from './limit.ts';
import { namedOf, ofWall } from './limit-words.ts';
import type { Situation, WallFound } from './situation.ts';
import { type DoubtedCpus, dependsText, doubtedText, unnamedCpus, unnamedText } from './unnamed-words.ts';

const ALL_CPUS: Wall[] = ['client-cpu', 'server-cpu'];

/** CPUs that both sides may use were full, and whose work that was depends on time that no process accounts for. */
export function wallOfUnnamed(situation: Situation): WallFound | null {
  const { evidence, limits } = situation;
  const doubted = unnamedCpus(evidence);
  if (!doubted) return null;
  const { side, state, sides, suspects } = doubted;
  const certain = limits.filter(({ wall, host }) => !(ALL_CPUS.includes(wall) && sides.includes(host)));
  if (certain.length > 0) return besideCertain(situation, certain, doubted);
  return {
    wall: 'unknown',
    walls: suspects,
    confidence: 'cannot-tell',
    lowerBound: false,
    sentence: `Can’t tell whose work saturated the CPUs of ${side.name}: ${unnamedText(side, state.unnamed)}.`,
    because: `${doubtedText(doubted, evidence)}. ${dependsText(doubted)}`,
    ...nextOf(situation, side),
  };
}

/** Something else was full for certain, such as one thread: which came first is not known. */
function besideCertain(situation: Situation, certain: Limit[], doubted: DoubtedCpus): WallFound {
  const found = [...new Set(certain.map(({ wall }) => wall))];
  const suspects = doubted.suspects.filter((wall) => !found.includes(wall));
  const names = [...found.map((wall) => namedOf(certain, wall)), ...suspects.map((wall) => WALLS[wall].name)];
  const told = found.map((wall) => ofWall(certain, wall)).join('; ');
  return {
    wall: 'several',
    walls: [...found, ...suspects],
    confidence: 'likely',
    lowerBound: false,
    sentence: `Probably limited by ${orListed(names)}; can’t tell which came first.`,
    because: `${capitalised(told)}. ${capitalised(doubtedText(doubted, situation.evidence))}. Depending on whose the unnamed time was, ${orListed(doubted.suspects.map((wall) => WALLS[wall].name))} may have come first.`,
    ...nextOf(situation, doubted.side),
  };
}

function nextOf({ evidence, findings }: Situation, { name }: SideEvidence): Pick<WallFound, 'next' | 'stopsOthers'> {
  const profile = `profile what the CPUs of ${name} run (on-CPU) to see whose the unnamed time is`;
  if (!findings.some(({ code }) => code === 'competing-load'))
    return { next: `${capitalised(profile)}, or drive the load from another machine.` };
  const { next, stopsOthers } = competingNext(evidence);
  return { next: `${next} If no process accounts for as much then, ${profile}.`, stopsOthers };
}
