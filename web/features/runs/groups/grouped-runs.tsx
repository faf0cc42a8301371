'use client';

import { formatCount, plural } from '@rules/words/numbers';
import type { Chosen } from '@/lib/run-selection';
import { Panel } from '@/ui/panel';
import { QueryState } from '@/ui/query-state';
import type { RunFilters } from '../run-filters';
import { useOpenGroups } from '../url-state';
import { GroupHead } from './group-head';
import { GroupRuns } from './group-runs';
import { useGroups } from './use-groups';

interface GroupedRunsProps {
  filters: RunFilters;
  change: (filters: Partial<RunFilters>) => void;
  chosen: Chosen[];
  mayOperate: boolean;
}

/** The list by target and requests, the group with the newest run first; the order of the list holds within each. */
export function GroupedRuns({ filters, ...listing }: GroupedRunsProps) {
  const query = useGroups(filters);
  const { openGroups, toggleGroup } = useOpenGroups();
  if (!query.data) return <QueryState query={query} what="the groups" rows={6} />;
  const { groups, total, ungrouped } = query.data;
  const said = [
    total > groups.length
      ? `the ${formatCount(groups.length)} with the newest runs, of ${plural(total, 'group')}`
      : plural(total, 'group'),
    ungrouped > 0 && `${plural(ungrouped, 'run')} not judged yet, in none of them`,
  ];
  return (
    <Panel title="Ended runs by target and requests" aside={said.filter(Boolean).join('; ')} flush>
      <QueryState query={query} what="the groups" rows={6} within="panel" />
      <div className={query.isPlaceholderData ? 'opacity-60' : undefined} aria-busy={query.isPlaceholderData}>
        {groups.map((group) => {
          const open = openGroups.includes(group.name);
          return (
            <section key={group.name} aria-label={group.name} className="border-t border-line">
              <GroupHead group={group} open={open} toggle={() => toggleGroup(group.name)} />
              {open && <GroupRuns name={group.name} filters={filters} {...listing} />}
            </section>
          );
        })}
      </div>
    </Panel>
  );
}
