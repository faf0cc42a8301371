'use client';

import { AUDIT_ACTIONS, AUDIT_OUTCOMES, AUDIT_VIAS } from '@contract/audit-actions';
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
  token: parseAsString,
  via: parseAsStringLiteral(keysOf(AUDIT_VIAS)),
  outcome: parseAsStringLiteral(keysOf(AUDIT_OUTCOMES)),
  subject: parseAsString,
  since: createParser({ parse: knownSince, serialize: String }),
  until: createParser({ parse: knownDay, serialize: String }),
};
const NONE = Object.fromEntries(keysOf(PARSERS).map((name) => [name, null])) as Record<keyof typeof PARSERS, null>;

/** Filters of the address, as people set them and as the API takes them. */
export function useAuditFilters() {
  const [filters, change] = useQueryStates(PARSERS);
  const { action, person, token, via, outcome, subject, since, until } = filters;
  const { sinceUs, beforeUs } = rangeUs({ since, until }, new Date());
  const asked = {
    ...(action !== null && { action }),
    ...(person !== null && { userId: person }),
    ...(token !== null && { tokenId: token }),
    ...(via !== null && { via }),
    ...(outcome !== null && { outcome }),
    ...(subject !== null && { subjectId: subject }),
    ...(sinceUs !== null && { sinceUs }),
    ...(beforeUs !== null && { untilUs: beforeUs }),
  };
  return { filters, asked, change, clear: () => change(NONE) };
}
type Filtering = ReturnType<typeof useAuditFilters>;

export function AuditFilters({ filters, change, clear }: Filtering) {
  const isSet = Object.values(filters).some((value) => value !== null);
  return (
    <search
      aria-label="Filter the audit log"
      className="grid grid-cols-2 items-center gap-2 px-4 pb-3 pt-1 sm:flex sm:flex-wrap sm:px-5"
    >
      <Choice
        label="Action"
        all="Any action"
        chosen={filters.action}
        groups={[choicesOf(AUDIT_ACTIONS)]}
        onChange={(action) => change({ action })}
      />
      <Who filters={filters} change={change} />
      <Choice
        label="By"
        all="Session or token"
        chosen={filters.via}
        groups={[choicesOf(AUDIT_VIAS)]}
        onChange={(via) => change({ via })}
      />
      <Choice
        label="Outcome"
        all="Any outcome"
        chosen={filters.outcome}
        groups={[choicesOf(AUDIT_OUTCOMES)]}
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

/** A person, with all that they use, or one API token. */
function Who({ filters, change }: Pick<Filtering, 'filters' | 'change'>) {
  const people = useQuery({ queryKey: ['people'], queryFn: ({ signal }) => get('/api/v1/people', { signal }) });
  const tokens = useQuery({ queryKey: ['tokens'], queryFn: ({ signal }) => get('/api/v1/tokens', { signal }) });
  const known = tokens.data?.tokens ?? [];
  return (
    <Choice
      label="Who"
      all="Anybody"
      chosen={filters.token ?? filters.person}
      groups={[
        {
          name: 'People',
          choices: (people.data?.people ?? []).map(({ userId, name, email }) => [userId, `${name} (${email})`]),
        },
        {
          name: 'API tokens',
          choices: known.map(({ id, name, ownerName }) => [id, ownerName === null ? name : `${name} (${ownerName})`]),
        },
      ]}
      onChange={(who) =>
        change(known.some(({ id }) => id === who) ? { token: who, person: null } : { person: who, token: null })
      }
    />
  );
}

interface Choices<Value extends string> {
  /** Absent: the only ones. */
  name?: string;
  choices: [value: Value, text: string][];
}

const choicesOf = <Value extends string>(texts: Record<Value, string>): Choices<Value> => ({
  choices: keysOf(texts).map((value) => [value, texts[value]]),
});

interface ChoiceProps<Value extends string> {
  label: string;
  /** What is said while nothing is chosen. */
  all: string;
  chosen: Value | null;
  groups: Choices<Value>[];
  onChange: (chosen: Value | null) => void;
}

function Choice<Value extends string>({ label, all, chosen, groups, onChange }: ChoiceProps<Value>) {
  const choices = groups.flatMap((group) => group.choices);
  const known = choices.some(([value]) => value === chosen);
  return (
    <div className={chosen === null ? undefined : 'rounded-control ring-1 ring-accent'}>
      <SelectBox
        aria-label={label}
        className="sm:!w-40"
        value={chosen ?? ''}
        onChange={({ target }) => onChange(choices.find(([value]) => value === target.value)?.[0] ?? null)}
      >
        <option value="">{all}</option>
        {chosen !== null && !known && <option value={chosen}>{chosen}</option>}
        {groups.map(({ name, choices }) =>
          name === undefined ? (
            <Options key="" choices={choices} />
          ) : (
            <optgroup key={name} label={name}>
              <Options choices={choices} />
            </optgroup>
          ),
        )}
      </SelectBox>
    </div>
  );
}

const Options = ({ choices }: { choices: [value: string, text: string][] }) =>
  choices.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));
