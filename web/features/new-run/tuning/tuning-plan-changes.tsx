'use client';

import type { PlannedChange } from '@contract/tuning';
import { maskText } from '@rules/cpus/cpu-list';
import { settingTitle } from '@rules/tuning/setting-words';
import { ABSENT } from '@rules/words/numbers';
import { ChevronRight, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { KernelValue } from '@/ui/kernel-value';
import { type PlanGroup, type PlanRow, planRows } from './plan-groups';

/** More rows than these of one setting are folded. */
const FIRST = 6;

/** The plan by setting: in columns, or one below the other where these have no room. */
export function PlanChanges({ groups }: { groups: PlanGroup[] }) {
  return (
    <table className="mt-3 w-full table-fixed text-left text-xs max-md:block">
      <thead className="text-muted max-md:hidden">
        <tr>
          {[
            ['knob', 'w-[38%]'],
            ['now', 'w-[17%]'],
            ['will be', 'w-[17%]'],
            ['why', ''],
          ].map(([name, width]) => (
            <th key={name} scope="col" className={`pb-1 pr-3 font-medium ${width}`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map((group) => (
        <GroupRows key={group.setting} group={group} />
      ))}
    </table>
  );
}

/** What cannot be changed is never folded away. */
function useRows({ changes, fixed }: PlanGroup) {
  const [all, setAll] = useState(false);
  const rows = planRows(changes);
  const folded = !all && rows.length > FIRST;
  return {
    rows: [...planRows(fixed), ...(folded ? rows.slice(0, FIRST) : rows)],
    more: folded ? <ShowAll count={rows.length} onClick={() => setAll(true)} /> : null,
  };
}

const ShowAll = ({ count, onClick }: { count: number; onClick: () => void }) => (
  <button
    type="button"
    onClick={onClick}
    className="rounded-control py-0.5 text-xs text-accent underline-offset-2 hover:underline"
  >
    Show all {count}
  </button>
);

function GroupRows({ group }: { group: PlanGroup }) {
  const { rows, more } = useRows(group);
  return (
    <tbody className="border-t border-line align-top max-md:mt-3 max-md:block">
      <tr className="max-md:block">
        <th scope="rowgroup" colSpan={4} className="pb-0.5 pt-2 font-semibold max-md:block">
          {settingTitle(group.setting)}
        </th>
      </tr>
      {rows.map((row) => (
        <tr key={row.key} className="max-md:block max-md:border-line max-md:py-2 max-md:[&+&]:border-t">
          <td className="py-1 pr-3 max-md:block">
            <Path row={row} />
          </td>
          <Cell name="now">
            <Value row={row} value={row.before} />
          </Cell>
          <Cell name="will be">
            <WillBe row={row} />
          </Cell>
          <Cell name="why">
            <Why row={row} />
          </Cell>
        </tr>
      ))}
      {more && (
        <tr className="max-md:block">
          <td colSpan={4} className="py-1 max-md:block">
            {more}
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** Where no column names it, it names itself. */
const Cell = ({ name, children }: { name: string; children: ReactNode }) => (
  <td
    data-name={name}
    className="py-1 pr-3 max-md:grid max-md:grid-cols-[3.25rem_minmax(0,1fr)] max-md:gap-x-2 max-md:py-0 max-md:before:text-muted max-md:before:content-[attr(data-name)]"
  >
    {children}
  </td>
);

const Path = ({ row }: { row: PlanRow }) => (
  <span className="[overflow-wrap:anywhere]" title={row.count === 1 ? row.key : undefined}>
    <span className="font-mono">{row.path}</span>
    {row.count > 1 && <span className="text-muted"> × {row.count}</span>}
  </span>
);

const WillBe = ({ row }: { row: PlanRow }) =>
  row.status === 'not-changeable' ? (
    <span className="inline-flex items-baseline gap-1 font-medium text-warn">
      <TriangleAlert aria-hidden className="size-3 shrink-0 translate-y-0.5" />
      cannot be changed
    </span>
  ) : (
    <Value row={row} value={row.asked} strong />
  );

const Why = ({ row }: { row: PlanRow }) => (
  <span className="[overflow-wrap:anywhere]">
    {row.status === 'not-changeable' ? row.reason : <span className="text-muted">{row.why}</span>}
  </span>
);

/** Masks are read by the kernel with ease: people are told which CPUs they mean. */
function Value({ row, value, strong }: { row: PlanRow; value: string | null; strong?: boolean }) {
  const meaning = maskText(row.key, value);
  const weight = strong ? 'font-semibold' : '';
  return (
    <span className="block [overflow-wrap:anywhere]">
      {meaning && <span className={`block ${weight}`}>{meaning}</span>}
      <span className={meaning ? undefined : weight}>
        {value === null ? ABSENT : <KernelValue text={value} quiet={meaning !== null} />}
      </span>
    </span>
  );
}

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
        {planRows(changes).map((row) => (
          <li key={row.key} className="flex flex-wrap items-baseline gap-x-3">
            <Path row={row} />
            <Value row={row} value={row.before} />
          </li>
        ))}
      </ul>
    </details>
  );
}
