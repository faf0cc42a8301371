'use client';

import type { StepProfile } from '@contract/step';
import { formatCount, formatPercent } from '@rules/words/numbers';
import { useState } from 'react';
import { PROFILE_ORDERS, useProfileOrder } from '@/features/run/url-state';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { WideTable } from '@/ui/wide-table';
import { formatSample, partOf, shortFunction } from './profile-words';

const SHOWN_FOLDED = 15;
const TITLES = { flat: 'In the function itself', cumulative: 'With what it called' };

/** The most expensive functions of a profile, by what was counted in them or beneath them. */
export function ProfileTable({ profile }: { profile: StepProfile }) {
  const [order, setOrder] = useProfileOrder();
  const [all, setAll] = useState(false);
  const sorted = [...profile.functions].sort((a, b) => b[order] - a[order]);
  const shown = all ? sorted : sorted.slice(0, SHOWN_FOLDED);
  return (
    <>
      <WideTable label="Functions">
        <table className="data-table first-stays">
          <thead>
            <tr>
              <th scope="col" className="!text-left">
                function
              </th>
              {PROFILE_ORDERS.map((one) => (
                <th key={one} scope="col" aria-sort={order === one ? 'descending' : undefined} colSpan={2}>
                  <button
                    type="button"
                    title={`${TITLES[one]}; sort by it`}
                    onClick={() => setOrder(one)}
                    className={classNames('hover:text-ink', order === one && 'font-semibold text-ink')}
                  >
                    {one}
                    {order === one && <span aria-hidden> ↓</span>}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, file, flat, cumulative }) => (
              <tr key={`${name} ${file}`}>
                <td className="w-full min-w-44 max-w-72 sm:max-w-xl">
                  <span
                    title={file === '' ? name : `${name}\n${file}`}
                    className="block whitespace-normal font-mono text-xs [overflow-wrap:anywhere]"
                  >
                    {file === 'process' ? `process ${name}` : shortFunction(name)}
                  </span>
                </td>
                <Amount value={flat} profile={profile} />
                <Amount value={cumulative} profile={profile} />
              </tr>
            ))}
          </tbody>
        </table>
      </WideTable>
      {sorted.length > SHOWN_FOLDED && (
        <div className="border-t border-line px-1 py-1.5 sm:px-2 print:hidden">
          <Button look="ghost" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `Show all ${formatCount(sorted.length)}`}
          </Button>
        </div>
      )}
    </>
  );
}

function Amount({ value, profile }: { value: number; profile: StepProfile }) {
  const part = partOf(value, profile);
  return (
    <>
      <td className="!pr-1.5">{formatSample(value, profile.unit)}</td>
      <td className="!pl-1.5">
        <span className="inline-grid grid-cols-[4.5rem_3.25rem] items-center gap-2">
          <span aria-hidden className="h-1.5 overflow-hidden rounded-full bg-raised max-sm:hidden">
            <span
              className="block h-full rounded-full bg-server"
              style={{ width: `${Math.min(100, Math.max(value > 0 ? 1 : 0, part * 100))}%` }}
            />
          </span>
          <span className="text-muted max-sm:col-span-2">{formatPercent(part * 100)} %</span>
        </span>
      </td>
    </>
  );
}
