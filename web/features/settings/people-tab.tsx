'use client';

import type { Person } from '@contract/account';
import { ROLES } from '@contract/choices';
import { ROLE_SENTENCE } from '@rules/people/roles';
import { useQuery } from '@tanstack/react-query';
import { get } from '@/api/client';
import { Chip } from '@/ui/chip';
import { type ListColumn, ListTable, RowName } from '@/ui/list-table';
import { Panel } from '@/ui/panel';
import { QueryState } from '@/ui/query-state';
import { When } from '@/ui/when';
import { useSession } from '../shell/use-session';
import { PersonActions, PersonRole } from './person-access';

export function PeopleTab() {
  const { session } = useSession();
  const people = useQuery({ queryKey: ['people'], queryFn: ({ signal }) => get('/api/v1/people', { signal }) });
  const isMe = ({ userId }: Person): boolean => userId === session?.userId;
  const name: ListColumn<Person> = {
    head: 'Name',
    cell: (person) => (
      <RowName title={person.name} marks={<Marks person={person} isMe={isMe(person)} />}>
        {person.name}
      </RowName>
    ),
  };
  // One's own role and access can only be taken by another administrator.
  const role: ListColumn<Person> = {
    head: 'Role',
    cell: (person) => (isMe(person) ? person.role : <PersonRole person={person} />),
  };
  return (
    <>
      <Panel title="People" aside="new ones come by an invite" flush>
        <QueryState query={people} what="the people" rows={3} within="panel" />
        {people.data && (
          <ListTable
            label="People"
            rows={people.data.people}
            keyOf={({ userId }) => userId}
            name={name}
            columns={[EMAIL, role, ...TIMES]}
            actions={(person) => (isMe(person) ? null : <PersonActions person={person} />)}
          />
        )}
      </Panel>
      <Panel title="What a role may do">
        <dl className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
          {ROLES.map((role) => (
            <div key={role} className="contents">
              <dt className="font-medium">{role}</dt>
              <dd className="text-muted">{ROLE_SENTENCE[role]}</dd>
            </div>
          ))}
        </dl>
      </Panel>
    </>
  );
}

const EMAIL: ListColumn<Person> = { head: 'Email', cell: ({ email }) => email };
const TIMES: ListColumn<Person>[] = [
  {
    head: 'Last seen',
    cell: ({ lastUsedAtUs }) => (lastUsedAtUs === null ? 'not signed in' : <When atUs={lastUsedAtUs} />),
  },
  { head: 'Joined', cell: ({ createdAtUs }) => <When atUs={createdAtUs} /> },
];

function Marks({ person, isMe }: { person: Person; isMe: boolean }) {
  return (
    <>
      {isMe && <Chip tone="ok">you</Chip>}
      {person.disabled && <Chip tone="bad">disabled</Chip>}
      {person.hasSecondFactor && <Chip title="A code is asked for beside the password">two-factor</Chip>}
      {!person.hasPassword && <Chip title="Signs in by a link only">no password</Chip>}
    </>
  );
}
