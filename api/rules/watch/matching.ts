import type { AlertStatus } from './alert.ts';
import type { Channel, Direction, RevisionRange, Suspect } from './suspect.ts';

/** What a suspect has to be told apart from: every alert of the group, whatever its state. */
export interface KnownAlert {
  id: string;
  channel: Channel;
  group: string;
  direction: Direction;
  range: RevisionRange;
  status: Pick<AlertStatus, 'state'>;
}

type Located = Omit<KnownAlert, 'id' | 'status'>;

/**
 * The alert that already tells of this suspect. A point that comes late, or of an older commit, moves the places of changes a
 * little: what overlaps, or lies closer than two steps can be told apart, is the same change. A drift that goes on where one
 * ended is another. Null for a new one.
 *
 * @param places of all points of the series, ascending
 */
export function knownAs<Alert extends KnownAlert>(
  suspect: Located,
  known: readonly Alert[],
  places: readonly number[],
  segmentLeast: number,
): Alert | null {
  // What comes near one that is fixed is another change: it has come again.
  const leastOf = ({ status }: Alert): number =>
    suspect.channel === 'step' && status.state !== 'fixed' ? segmentLeast : 1;
  const candidates = known
    .filter((alert) => isOfOneKind(alert, suspect))
    .map((alert) => ({ alert, apart: pointsApart(alert.range, suspect.range, places) }))
    .filter(({ alert, apart }) => apart < leastOf(alert));
  return candidates.toSorted((a, b) => a.apart - b.apart)[0]?.alert ?? null;
}

const isOfOneKind = (a: Located, b: Located): boolean =>
  a.group === b.group && a.channel === b.channel && a.direction === b.direction;

const startOf = ({ before }: RevisionRange): number => before?.place ?? Number.NEGATIVE_INFINITY;

/** Points between two ranges, one end of them included; 0 where they overlap. */
function pointsApart(a: RevisionRange, b: RevisionRange, places: readonly number[]): number {
  const from = Math.min(a.after.place, b.after.place);
  const to = Math.max(startOf(a), startOf(b));
  return to < from ? 0 : places.filter((place) => place >= from && place <= to).length;
}

/** Suspects of one night that are one alert: of one group, channel and direction, with a range in common. */
export function togetherOf(suspects: readonly Suspect[]): Suspect[][] {
  const groups: Suspect[][] = [];
  for (const suspect of suspects.toSorted((a, b) => a.pValue - b.pValue)) {
    const fits = groups.find(
      ([first]) => first && isOfOneKind(first, suspect) && common([first.range, suspect.range]) !== null,
    );
    if (fits && common([...fits.map(({ range }) => range), suspect.range])) fits.push(suspect);
    else groups.push([suspect]);
  }
  return groups;
}

/** Where a change lies that several series show: what their ranges have in common; null where they have nothing. */
export function common(ranges: readonly RevisionRange[]): RevisionRange | null {
  const last = ranges.toSorted((a, b) => startOf(b) - startOf(a))[0];
  const first = ranges.toSorted((a, b) => a.after.place - b.after.place)[0];
  if (!last || !first || startOf(last) >= first.after.place) return null;
  return { before: last.before, after: first.after };
}
