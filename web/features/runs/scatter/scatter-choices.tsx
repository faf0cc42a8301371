import type { RunPoints } from '@contract/run-points';
import { formatCount, plural } from '@rules/words/numbers';
import { LOOP_TEXT } from '@/lib/target-text';
import { SelectBox } from '@/ui/inputs/control';
import { Segmented } from '@/ui/inputs/segmented';
import { Marked } from '@/ui/mark';
import type { Latency } from './placing';

const KIND_NAMES = { closed: 'closed loop', synthetic: 'corrected', open: 'open loop' } as const;
const nameOf = (latency: Latency): string => (latency === null ? 'not known' : KIND_NAMES[latency]);

const meaningOf = (latency: Latency): string =>
  latency === null ? 'the source does not say what its percentiles mean' : LOOP_TEXT[latency];

interface KindsProps {
  kinds: { latency: Latency; runs: number }[];
  kind: Latency;
  onKind: (latency: NonNullable<Latency> | null) => void;
}

/** What the percentiles mean. Where runs differ in that, one kind is chosen. */
export function Kinds({ kinds, kind, onKind }: KindsProps) {
  if (kinds.length === 1) {
    return (
      <span className="text-muted" title={meaningOf(kind)}>
        p99, {nameOf(kind)}
      </span>
    );
  }
  // Runs whose source does not say are placed only where most are such.
  const offered = kinds.filter(({ latency }, place) => latency !== null || place === 0);
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <span className="text-muted" title="Percentiles of different kinds are never compared">
        p99 of
      </span>
      <Segmented
        label="Kind of latency"
        value={kind ?? ''}
        onChange={(latency) => onKind(latency === '' ? null : latency)}
        options={offered.map(({ latency, runs }) => ({
          value: latency ?? ('' as const),
          label: `${nameOf(latency)} ${formatCount(runs)}`,
          title: `${nameOf(latency)}, ${plural(runs, 'run')}: ${meaningOf(latency)}`,
        }))}
      />
    </span>
  );
}

interface GroupsProps {
  data: RunPoints;
  groups: { group: number | null; runs: number }[];
  chosen: string | null;
  onGroup: (name: string | null) => void;
}

/** Runs of different targets or requests say nothing against each other. */
export function Groups({ data, groups, chosen, onGroup }: GroupsProps) {
  if (chosen !== null) return <span className="min-w-0 truncate text-muted">{chosen}</span>;
  const [first] = groups;
  if (groups.length < 2) {
    return first?.group == null ? null : <span className="text-muted">{data.groups[first.group]}</span>;
  }
  return (
    <>
      <SelectBox
        aria-label="Target and requests"
        className="!w-64 max-sm:!w-full"
        value=""
        onChange={({ target }) => onGroup(target.value || null)}
      >
        <option value="">Choose a target and route …</option>
        {groups.map(({ group, runs }) => {
          const name = group === null ? undefined : data.groups[group];
          return (
            name !== undefined && (
              <option key={name} value={name}>
                {name} ({formatCount(runs)})
              </option>
            )
          );
        })}
      </SelectBox>
      <Marked mark="warn" className="text-sm">
        {plural(groups.length, 'target and route', 'targets and routes')} mixed: don’t rank across them.
      </Marked>
    </>
  );
}

/** A million at a depth of 100 is no better than half of it at a depth of 1. */
export function Depths({ depths }: { depths: [number, number] | null }) {
  if (depths === null) return null;
  return (
    <Marked mark="warn" className="text-sm">
      {formatCount(depths[0])} to {formatCount(depths[1])} requests in flight per connection mixed: filter by In flight.
    </Marked>
  );
}
