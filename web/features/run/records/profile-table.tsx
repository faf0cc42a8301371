'use client';

import type { ProfileTree } from '@contract/profile';
import type { StepProfile } from '@contract/step';
import { formatPerRequest, formatSample, shortFunction } from '@rules/profile/profile-words';
import { formatCount, formatPercent } from '@rules/words/numbers';
import { useMemo, useState } from 'react';
import { PROFILE_ORDERS, useProfileOrder } from '@/features/run/url-state';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { WideTable } from '@/ui/wide-table';
import { partOf } from './profile-words';

const SHOWN_FOLDED = 15;
/** Beyond them a table is no help; the file has them all. */
const SHOWN_MOST = 500;
const TITLES = { flat: 'In the function itself', cumulative: 'With what it called' };
const HEADS = { flat: 'self', cumulative: 'total' };

interface ProfileTableProps {
  profile: StepProfile;
  /** All of its functions; without, those that the agent named. */
  tree?: ProfileTree;
  onFind?: (name: string) => void;
}

interface Row {
  name: string;
  file: string;
  flat: number;
  cumulative: number;
}

/** The most expensive functions of a profile, by what was counted in them or beneath them. */
export function ProfileTable({ profile, tree, onFind }: ProfileTableProps) {
  const [order, setOrder] = useProfileOrder();
  const [all, setAll] = useState(false);
  const sorted = useMemo(
    () =>
      rowsOf(profile, tree)
        .filter(({ cumulative }) => cumulative > 0)
        .sort((a, b) => b[order] - a[order] || b.cumulative - a.cumulative)
        .slice(0, SHOWN_MOST),
    [profile, tree, order],
  );
  const shown = all ? sorted : sorted.slice(0, SHOWN_FOLDED);
  const amount = { unit: profile.unit, total: tree?.total ?? profile.total, requests: tree?.requests ?? null };
  return (
    <div className="min-w-0">
      <WideTable label="Functions">
        <table className="data-table first-stays tight">
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
                    {HEADS[one]}
                    {order === one && <span aria-hidden> ↓</span>}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, file, flat, cumulative }) => (
              <tr key={`${name} ${file}`}>
                <td className="w-full min-w-36 max-w-64">
                  <FunctionName name={name} file={file} onFind={onFind} />
                </td>
                <Amount value={flat} of={amount} />
                <Amount value={cumulative} of={amount} />
              </tr>
            ))}
          </tbody>
        </table>
      </WideTable>
      {sorted.length > SHOWN_FOLDED && (
        <div className="border-t border-line px-1 py-1.5 sm:px-2 print:hidden">
          <Button look="ghost" aria-expanded={all} onClick={() => setAll(!all)}>
            {all
              ? 'Show fewer'
              : `Show ${sorted.length < SHOWN_MOST ? 'all' : 'the first'} ${formatCount(sorted.length)}`}
          </Button>
        </div>
      )}
    </div>
  );
}

const rowsOf = (profile: StepProfile, tree: ProfileTree | undefined): Row[] =>
  tree
    ? tree.functions.map(({ name, file, self, total }) => ({ name, file, flat: self, cumulative: total }))
    : [...profile.functions];

function FunctionName({ name, file, onFind }: { name: string; file: string; onFind?: (name: string) => void }) {
  const text = file === 'process' ? `process ${name}` : shortFunction(name);
  const title = file === '' ? name : `${name}\n${file}`;
  const look = 'block whitespace-normal text-left font-mono text-xs [overflow-wrap:anywhere]';
  if (!onFind)
    return (
      <span title={title} className={look}>
        {text}
      </span>
    );
  return (
    <button
      type="button"
      title={`${title}\nFind it in the flame graph`}
      onClick={() => onFind(name)}
      className={classNames(look, 'hover:text-accent hover:underline')}
    >
      {text}
    </button>
  );
}

function Amount({ value, of }: { value: number; of: { unit: string; total: number; requests: number | null } }) {
  const part = partOf(value, of);
  const absolute = formatSample(value, of.unit);
  return (
    <>
      <td className="!pr-1.5" title={of.requests === null ? undefined : `${absolute} in all`}>
        {of.requests === null ? absolute : value === 0 ? '0' : formatPerRequest(value / of.requests, of.unit)}
      </td>
      <td className="!pl-1.5 text-muted">{formatPercent(part * 100)} %</td>
    </>
  );
}
