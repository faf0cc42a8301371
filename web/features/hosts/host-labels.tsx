'use client';

import type { Host } from '@contract/host';
import { hasLabels, labelsOf } from '@rules/hosts/pools';
import { plural } from '@rules/words/numbers';
import Link from 'next/link';
import { buttonClass } from '@/ui/button';
import { TagLabel } from '@/ui/tag-label';
import { useLabelFilter } from './url-state';

/** Each leads to the hosts that have it. */
export function HostLabels({ host }: { host: Host }) {
  if (host.labels.length === 0) return null;
  return (
    <ul aria-label={`Labels of ${host.name}`} className="flex flex-wrap gap-1 max-sm:gap-x-4">
      {host.labels.map((label) => (
        <li key={label} className="min-w-0">
          <Link href={`/hosts?label=${label}`} className="hit inline-flex max-w-full hover:text-accent">
            <TagLabel title={`Hosts with the label ${label}`}>
              <span className="truncate">{label}</span>
            </TagLabel>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Labels of the listed hosts to filter by; empty while no host has one. */
export function LabelFilter({ hosts }: { hosts: Host[] }) {
  const [chosen, setChosen] = useLabelFilter();
  const pools = labelsOf(hosts);
  const gone = chosen.filter((label) => !pools.some((pool) => pool.label === label));
  if (pools.length + gone.length === 0) return null;
  const shown = hosts.filter((host) => hasLabels(host, chosen)).length;
  const toggle = (label: string): void => {
    const next = chosen.includes(label) ? chosen.filter((one) => one !== label) : [...chosen, label].sort();
    void setChosen(next.length > 0 ? next : null);
  };
  return (
    <fieldset className="flex flex-wrap items-center gap-1.5">
      <legend className="sr-only">Labels</legend>
      <span aria-hidden className="mr-1 text-xs font-medium text-muted">
        Labels
      </span>
      {[...pools, ...gone.map((label) => ({ label, count: 0 }))].map(({ label, count }) => (
        <button
          key={label}
          type="button"
          aria-pressed={chosen.includes(label)}
          className={buttonClass('plain', 'aria-pressed:border-accent aria-pressed:bg-accent-soft max-w-full text-xs')}
          onClick={() => toggle(label)}
        >
          <span className="truncate">{label}</span> <span className="text-muted">{count}</span>
        </button>
      ))}
      {chosen.length > 0 && (
        <span role="status" className="ml-1 text-xs text-muted">
          {plural(shown, 'host')} of {hosts.length}
        </span>
      )}
    </fieldset>
  );
}
