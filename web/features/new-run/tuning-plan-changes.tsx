'use client';

import { ArrowRight, ChevronRight, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { PlannedChange } from '@/api/types';
import { useMediaQuery } from '@/components/media-query';
import { ABSENT } from '@/lib/format';
import { type PlanGroup, valueMeaning } from '@/lib/plan-groups';
import { SETTING_LABELS } from '@/lib/setting-words';

/** More than these of one setting are folded: queues of big machines come by the hundred. */
const FIRST = 6;

/** The plan by setting: a table, or where that has no room a list of the same. */
export function PlanChanges({ groups }: { groups: PlanGroup[] }) {
  const wide = useMediaQuery('(min-width: 48rem)');
  if (!wide) {
    return (
      <div className="mt-3 grid gap-4">
        {groups.map((group) => (
          <section key={group.setting} aria-label={SETTING_LABELS[group.setting]}>
            <h4 className="mb-1 text-xs font-semibold">{SETTING_LABELS[group.setting]}</h4>
            <Folding changes={rowsOf(group)}>
              {(shown) => (
                <ul className="divide-y divide-line border-t border-line">
                  {shown.map((change) => (
                    <ChangeItem key={change.key} change={change} />
                  ))}
                </ul>
              )}
            </Folding>
          </section>
        ))}
      </div>
    );
  }
  return (
    <table className="mt-3 w-full table-fixed text-left text-xs">
      <thead className="text-muted">
        <tr>
          <th scope="col" className="w-[38%] pb-1 pr-3 font-medium">
            knob
          </th>
          <th scope="col" className="w-[17%] pb-1 pr-3 font-medium">
            now
          </th>
          <th scope="col" className="w-[17%] pb-1 pr-3 font-medium">
            will be
          </th>
          <th scope="col" className="pb-1 font-medium">
            why
          </th>
        </tr>
      </thead>
      {groups.map((group) => (
        <GroupRows key={group.setting} group={group} />
      ))}
    </table>
  );
}

const rowsOf = ({ changes, fixed }: PlanGroup): PlannedChange[] => [...changes, ...fixed];

function GroupRows({ group }: { group: PlanGroup }) {
  const rows = rowsOf(group);
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.slice(0, FIRST);
  return (
    <tbody className="border-t border-line align-top">
      <tr>
        <th scope="rowgroup" colSpan={4} className="pb-0.5 pt-2 font-semibold">
          {SETTING_LABELS[group.setting]}
        </th>
      </tr>
      {shown.map((change) => (
        <tr key={change.key}>
          <td className="break-words py-1 pr-3 font-mono text-[0.6875rem] [overflow-wrap:anywhere]" title={change.key}>
            {change.path || change.key}
          </td>
          <td className="py-1 pr-3">
            <Value change={change} value={change.before} />
          </td>
          <td className="py-1 pr-3">
            {change.status === 'not-changeable' ? <Fixed /> : <Value change={change} value={change.asked} strong />}
          </td>
          <td className="py-1 text-muted [overflow-wrap:anywhere]">
            {change.status === 'not-changeable' ? <span className="text-ink">{change.reason}</span> : change.why}
          </td>
        </tr>
      ))}
      {rows.length > shown.length && (
        <tr>
          <td colSpan={4} className="py-1">
            <ShowAll count={rows.length} onClick={() => setAll(true)} />
          </td>
        </tr>
      )}
    </tbody>
  );
}

interface FoldingProps {
  changes: PlannedChange[];
  children: (shown: PlannedChange[]) => React.ReactNode;
}

function Folding({ changes, children }: FoldingProps) {
  const [all, setAll] = useState(false);
  return (
    <>
      {children(all ? changes : changes.slice(0, FIRST))}
      {!all && changes.length > FIRST && <ShowAll count={changes.length} onClick={() => setAll(true)} />}
    </>
  );
}

const ShowAll = ({ count, onClick }: { count: number; onClick: () => void }) => (
  <button type="button" onClick={onClick} className="rounded-control py-0.5 text-xs text-accent hover:underline">
    Show all {count}
  </button>
);

function ChangeItem({ change }: { change: PlannedChange }) {
  const fixed = change.status === 'not-changeable';
  return (
    <li className="py-2 text-xs">
      <p className="font-mono text-[0.6875rem] [overflow-wrap:anywhere]">{change.path || change.key}</p>
      <div className="mt-0.5 flex flex-wrap items-baseline gap-x-2">
        <Value change={change} value={change.before} />
        <ArrowRight aria-label="will be" className="size-3 shrink-0 self-center text-muted" />
        {fixed ? <Fixed /> : <Value change={change} value={change.asked} strong />}
      </div>
      <p className={fixed ? 'mt-0.5' : 'mt-0.5 text-muted'}>{fixed ? change.reason : change.why}</p>
    </li>
  );
}

function Value({ change, value, strong }: { change: PlannedChange; value: string | null; strong?: boolean }) {
  const meaning = valueMeaning(change.key, value);
  return (
    <span className="block [overflow-wrap:anywhere]">
      <span className={strong ? 'font-mono text-[0.6875rem] font-semibold' : 'font-mono text-[0.6875rem]'}>
        {value ?? ABSENT}
      </span>
      {meaning && <span className="block text-muted">{meaning}</span>}
    </span>
  );
}

const Fixed = () => (
  <span className="inline-flex items-baseline gap-1 font-medium text-warn">
    <TriangleAlert aria-hidden className="size-3 shrink-0 translate-y-0.5" />
    cannot be changed
  </span>
);

/** What needs no reading, there to be unfolded. */
export function PlanFold({ changes, title }: { changes: PlannedChange[]; title: (count: number) => string }) {
  if (changes.length === 0) return null;
  return (
    <details className="group/fold mt-2 border-t border-line pt-2 text-xs">
      <summary className="flex cursor-pointer list-none items-baseline gap-1.5 text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-3 shrink-0 translate-y-0.5 transition-transform group-open/fold:rotate-90"
        />
        {title(changes.length)}
      </summary>
      <ul className="mt-1 grid gap-1 pl-[1.125rem]">
        {changes.map((change) => (
          <li key={change.key} className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-mono text-[0.6875rem] text-muted [overflow-wrap:anywhere]">
              {change.path || change.key}
            </span>
            <Value change={change} value={change.before} />
          </li>
        ))}
      </ul>
    </details>
  );
}
