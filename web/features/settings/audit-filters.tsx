'use client';

import { AUDIT_ACTIONS, AUDIT_OUTCOMES } from '@contract/audit-actions';
import { keysOf } from '@contract/words';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { createParser, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { get } from '@/api/client';
import { Button } from '@/ui/button';
import { SelectBox } from '@/ui/inputs/control';
import { DateFilter } from '../runs/date-filter';
import { knownDay, knownSince, rangeUs } from '../runs/date-range';

const PARSERS = {
  action: parseAsStringLiteral(keysOf(AUDIT_ACTIONS)),
  person: parseAsString,
  outcome: parseAsStringLiteral(keysOf(AUDIT_OUTCOMES)),
  subject: parseAsString,
  since: createParser({ parse: knownSince, serialize: String }),
  until: createParser({ parse: knownDay, serialize: String }),
};
const NONE = { action: null, person: null, outcome: null, subject: null, since: null, until: null };

/** Filters of the address, as people set them and as the API takes them. */
export function useAuditFilters() {
  const [filters, change] = useQueryStates(PARSERS);
  const { action, person, outcome, subject, since, until } = filters;
  const { sinceUs, beforeUs } = rangeUs({ since, until }, new Date());
  const asked = {
    ...(action !== null && { action }),
    ...(person !== null && { userId: person }),
    ...(outcome !== null && { outcome }),
    ...(subject !== null && { subjectId: subject }),
    ...(sinceUs !== null && { sinceUs }),
    ...(beforeUs !== null && { untilUs: beforeUs }),
  };
  return { filters, asked, change, clear: () => change(NONE) };
}
type Filtering = ReturnType<typeof useAuditFilters>;

export function AuditFilters({ filters, change, clear }: Filtering) {
  const people = useQuery({ queryKey: ['people'], queryFn: ({ signal }) => get('/api/v1/people', { signal }) });
  const isSet = Object.values(filters).some((value) => value !== null);
  return (
    <search aria-label="Filter the audit log" className="flex flex-wrap items-center gap-2 px-4 pb-3 pt-1 sm:px-5">
      <Choice
        label="Action"
        all="Any action"
        chosen={filters.action}
        choices={keysOf(AUDIT_ACTIONS).map((value) => [value, AUDIT_ACTIONS[value]])}
        onChange={(action) => change({ action })}
      />
      <Choice
        label="Person"
        all="Anybody"
        chosen={filters.person}
        choices={(people.data?.people ?? []).map(({ userId, name, email }) => [userId, `${name} (${email})`])}
        onChange={(person) => change({ person })}
      />
      <Choice
        label="Outcome"
        all="Any outcome"
        chosen={filters.outcome}
        choices={keysOf(AUDIT_OUTCOMES).map((value) => [value, AUDIT_OUTCOMES[value]])}
        onChange={(outcome) => change({ outcome })}
      />
      <DateFilter range={filters} change={(range) => change(range)} />
      {filters.subject !== null && (
        <Button className="border-accent" onClick={() => change({ subject: null })}>
          About one thing
          <X aria-hidden className="size-3.5" />
          <span className="sr-only">: show entries about all</span>
        </Button>
      )}
      {isSet && (
        <Button look="ghost" onClick={clear}>
          <X aria-hidden className="size-3.5" />
          Clear filters
        </Button>
      )}
    </search>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  /** What is said while nothing is chosen. */
  all: string;
  chosen: Value | null;
  choices: [value: Value, text: string][];
  onChange: (chosen: Value | null) => void;
}

function Choice<Value extends string>({ label, all, chosen, choices, onChange }: ChoiceProps<Value>) {
  const known = choices.some(([value]) => value === chosen);
  return (
    <div className={chosen === null ? undefined : 'rounded-control ring-1 ring-accent'}>
      <SelectBox
        aria-label={label}
        className="!w-40"
        value={chosen ?? ''}
        onChange={({ target }) => onChange(choices.find(([value]) => value === target.value)?.[0] ?? null)}
      >
        <option value="">{all}</option>
        {chosen !== null && !known && <option value={chosen}>{chosen}</option>}
        {choices.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectBox>
    </div>
  );
}
