'use client';

import { MAX_CLIENTS } from '@contract/limits';
import { plural } from '@rules/words/numbers';
import { listed } from '@rules/words/text';
import { useId, useState } from 'react';
import { useDraft } from '@/features/new-run/draft-form';
import { Button } from '@/ui/button';
import { controlClass, SelectBox } from '@/ui/inputs/control';
import { Field } from '@/ui/inputs/field';
import { type Choice, usePick, usePools, useSetClients } from './pool-choice';

/** 'Any 2 of pool c8i': the hosts that this comes to are chosen by name, and can be changed. Nothing where no host has a label. */
export function ClientPool() {
  const pools = usePools();
  const id = useId();
  const [label, setLabel] = useState('');
  const [count, setCount] = useState('1');
  const [asked, setAsked] = useState<{ label: string; count: string } | null>(null);
  const [picked, setPicked] = useState<string[]>([]);
  const { draft, labelOf } = useDraft();
  const pickClients = usePickClients();
  const setClients = useSetClients();
  const [first] = pools;
  if (!first) return null;
  const chosen = pools.find((pool) => pool.label === label) ?? first;
  // As things are now: a host may be opened, or another server chosen, after it was asked for.
  const lack = asked && pickClients(asked.label, asked.count).fault;
  const now = draft.clientHostIds;
  const stands = picked.length > 0 && now.length === picked.length && now.every((id) => picked.includes(id));
  const take = (): void => {
    const { hostIds, fault } = pickClients(chosen.label, count);
    setAsked(fault === null ? null : { label: chosen.label, count });
    setPicked(hostIds);
    if (fault === null) setClients(new Set(hostIds));
  };
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-end gap-2">
        <Field id={`${id}-count`} label="Any" className="w-16">
          <input
            id={`${id}-count`}
            inputMode="numeric"
            autoComplete="off"
            className={controlClass(false)}
            value={count}
            onChange={({ target }) => setCount(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // It would start the run.
              event.preventDefault();
              take();
            }}
          />
        </Field>
        <Field id={`${id}-pool`} label="of pool" className="min-w-0 flex-1">
          <SelectBox id={`${id}-pool`} value={chosen.label} onChange={({ target }) => setLabel(target.value)}>
            {pools.map((pool) => (
              <option key={pool.label} value={pool.label}>
                {`${pool.label} · ${plural(pool.count, 'host')}`}
              </option>
            ))}
          </SelectBox>
        </Field>
        <Button className="h-8" onClick={take}>
          Pick clients
        </Button>
      </div>
      <p role="status" className={lack ? 'text-xs text-bad' : 'text-xs text-muted'}>
        {lack ?? (stands && `Picked ${listed(now.map(labelOf))}.`)}
      </p>
    </div>
  );
}

function usePickClients(): (label: string, typed: string) => Choice {
  const { draft, server } = useDraft();
  const pick = usePick();
  return (label, typed) => {
    const count = /^\d+$/.test(typed.trim()) ? Number(typed) : 0;
    if (count < 1 || count > MAX_CLIENTS)
      return { hostIds: [], fault: `Type a number of hosts from 1 to ${MAX_CLIENTS}.` };
    const isServerApart = draft.target.kind !== 'external' && server !== null;
    return pick(label, count, isServerApart ? [server.id] : []);
  };
}
