/** As far apart are commits between which others may be: a list that reaches back further finds room there. */
const HOLE = 200;

/**
 * Places of commits along first parents, where later ones are higher. `listed`: the newest first, as the host tells them. What is
 * known keeps its place, and no two share one. Places that follow one another are of a commit and its child, and of nothing else:
 * where a list does not tell that, as after a force-push or without a known commit, its own begin after the highest, beyond a hole.
 */
export function placesOf(listed: readonly string[], known: ReadonlyMap<string, number>): Map<string, number> {
  const places = new Map<string, number>();
  const taken = new Set(known.values());
  for (const run of runsOf(listed.toReversed(), known)) {
    const start = startOf(run, taken);
    for (const [at, commit] of run.commits.entries()) {
      places.set(commit, run.known ?? start + at);
      taken.add(run.known ?? start + at);
    }
  }
  return places;
}

/** A known commit, or new ones that follow one another, with the places of the known ones before and after. */
interface Run {
  commits: string[];
  known: number | undefined;
  before: number | undefined;
  after: number | undefined;
}

function runsOf(oldestFirst: readonly string[], known: ReadonlyMap<string, number>): Run[] {
  const runs: Run[] = [];
  for (const commit of oldestFirst) {
    const last = runs.at(-1);
    const place = known.get(commit);
    if (last && last.known === undefined && place === undefined) last.commits.push(commit);
    else {
      if (last) last.after = place;
      runs.push({ commits: [commit], known: place, before: last?.known, after: undefined });
    }
  }
  return runs;
}

/** Beside the known commits that it is listed beside, if all of it has room there and touches no other. */
function startOf({ commits, before, after }: Run, taken: ReadonlySet<number>): number {
  const beyond = taken.size === 0 ? 0 : Math.max(...taken) + HOLE + 1;
  const start = before === undefined ? (after ?? beyond + commits.length) - commits.length : before + 1;
  const end = start + commits.length;
  const free = commits.every((_, at) => !taken.has(start + at));
  const alone = (place: number, neighbor: number | undefined) => place === neighbor || !taken.has(place);
  return free && alone(start - 1, before) && alone(end, after) ? start : beyond;
}
