'use client';

import { ROLES } from '@contract/choices';
import { ROLE_SENTENCE } from '@rules/people/roles';
import { useQuery } from '@tanstack/react-query';
import { get } from '@/api/client';
import { Panel } from '@/ui/panel';
import { QueryState } from '@/ui/query-state';
import { useSession } from '../shell/use-session';
import { PersonRow } from './person-row';
import { Rows } from './rows';

export function PeopleTab() {
  const { session } = useSession();
  const people = useQuery({ queryKey: ['people'], queryFn: ({ signal }) => get('/api/v1/people', { signal }) });
  return (
    <>
      <Panel title="People" aside="new ones come by an invite" flush>
        <QueryState query={people} what="the people" rows={3} within="panel" />
        <Rows label="People">
          {people.data?.people.map((person) => (
            <PersonRow key={person.userId} person={person} isMe={person.userId === session?.userId} />
          ))}
        </Rows>
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
