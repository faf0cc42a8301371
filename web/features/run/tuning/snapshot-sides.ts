import type { RunSnapshots, Snapshot, SnapshotMoment } from '@contract/tuning';

export const MOMENTS: Record<SnapshotMoment, string> = {
  before: 'before tuning',
  applied: 'tuning applied',
  'after-steps': 'after the steps',
  restored: 'put back',
};

/** One snapshot of one host. */
export interface SnapshotSide {
  /** The host's place, counted from 1, and the moment: what stands in an address. */
  id: string;
  host: string;
  label: string;
  snapshot: Snapshot;
}

export function sidesOf({ hosts }: RunSnapshots): SnapshotSide[] {
  return hosts.flatMap(({ name, snapshots }, index) =>
    snapshots.map((snapshot) => ({
      id: `${index + 1}.${snapshot.moment}`,
      host: name,
      label: MOMENTS[snapshot.moment],
      snapshot,
    })),
  );
}

/** The two that are asked for; else what tuning changed: the first snapshot against the one after it. */
export function chosenSides(sides: SnapshotSide[], left: string | null, right: string | null) {
  const first = sides.find(({ id }) => id === left) ?? sides[0];
  const place = first?.id.split('.')[0];
  const ofHost = sides.filter(({ id }) => id.split('.')[0] === place);
  const next = ofHost[ofHost.findIndex(({ id }) => id === first?.id) + 1] ?? ofHost[0];
  const second = sides.find(({ id }) => id === right) ?? next;
  return first && second ? { left: first, right: second } : null;
}

/** How a side is called in a table or a file: with its host only where two are compared. */
export function sideNames({ left, right }: { left: SnapshotSide; right: SnapshotSide }): [string, string] {
  if (left.host === right.host) return [left.label, right.label];
  return [`${left.host}, ${left.label}`, `${right.host}, ${right.label}`];
}
