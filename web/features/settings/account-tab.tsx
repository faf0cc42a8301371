'use client';

import { ROLE_SENTENCE } from '@rules/people/roles';
import { useQuery } from '@tanstack/react-query';
import { get } from '@/api/client';
import { Panel } from '@/ui/panel';
import { QueryState } from '@/ui/query-state';
import { ChangePasswordForm } from './change-password-form';
import { NameForm } from './name-form';
import { SecondFactorPanel } from './second-factor-panel';
import { SessionsPanel } from './sessions-panel';

export function AccountTab() {
  const account = useQuery({
    queryKey: ['account'],
    queryFn: ({ signal }) => get('/api/v1/account', { signal }),
  });
  if (!account.data) return <QueryState query={account} what="your account" rows={4} />;
  const { email, role, hasPassword } = account.data;
  return (
    <>
      <div className="grid gap-4 lg:grid-cols-2">
        <Panel title="You">
          <div className="grid gap-4">
            <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 gap-y-1.5">
              <dt className="text-xs leading-5 text-muted">Email address</dt>
              <dd className="text-sm [overflow-wrap:anywhere]">{email}</dd>
              <dt className="text-xs leading-5 text-muted">Role</dt>
              <dd className="text-sm">
                {role} <span className="text-muted">· {ROLE_SENTENCE[role]}</span>
              </dd>
            </dl>
            <NameForm account={account.data} />
          </div>
        </Panel>
        <Panel title={hasPassword ? 'Change the password' : 'Set a password'}>
          <ChangePasswordForm key={String(hasPassword)} hasPassword={hasPassword} email={email} />
        </Panel>
      </div>
      <SecondFactorPanel account={account.data} />
      <SessionsPanel />
    </>
  );
}
