'use client';

import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';
import { PageHead } from '@/ui/page-head';
import { Panel } from '@/ui/panel';
import { SkeletonRows } from '@/ui/skeleton';
import { SessionUnread } from '../shell/allowed';
import { useSession } from '../shell/use-session';
import { AccountTab } from './account-tab';
import { AuditTab } from './audit-tab';
import { Ec2Tab } from './ec2-tab';
import { InstanceTab } from './instance-tab';
import { InvitesTab } from './invites-tab';
import { PeopleTab } from './people-tab';
import { StorageTab } from './storage-tab';
import { TokensTab } from './tokens-tab';
import { TABS, type Tab, useTab } from './url-state';
import { WebhooksTab } from './webhooks-tab';

const LABELS: Record<Tab, string> = {
  account: 'Account',
  tokens: 'API tokens',
  people: 'People',
  invites: 'Invites',
  webhooks: 'Webhooks',
  ec2: 'EC2',
  storage: 'Storage',
  instance: 'Instance',
  audit: 'Audit log',
};
const FOR_ADMINS: readonly Tab[] = ['people', 'invites', 'webhooks', 'ec2', 'storage', 'instance', 'audit'];
const BODIES: Record<Tab, ReactNode> = {
  account: <AccountTab />,
  tokens: <TokensTab />,
  people: <PeopleTab />,
  invites: <InvitesTab />,
  webhooks: <WebhooksTab />,
  ec2: <Ec2Tab />,
  storage: <StorageTab />,
  instance: <InstanceTab />,
  audit: <AuditTab />,
};

/** On a phone the chosen tab may lie beyond the edge. */
const intoView = (tab: HTMLElement | null): void => tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

export function SettingsPage() {
  const { session, may, error, retry } = useSession();
  const [chosen, setTab] = useTab();
  if (!session) {
    return (
      <>
        <PageHead title="Settings" />
        {error ? (
          <SessionUnread error={error} retry={retry} />
        ) : (
          <Panel flush>
            <SkeletonRows rows={4} label="Loading the settings" />
          </Panel>
        )}
      </>
    );
  }
  const tabs = TABS.filter((tab) => may('admin') || !FOR_ADMINS.includes(tab));
  const tab = tabs.includes(chosen) ? chosen : 'account';
  return (
    <>
      <PageHead title="Settings" />
      <Tabs.Root value={tab} onValueChange={(next) => setTab(next as Tab)} className="min-w-0 max-w-[76rem]">
        <Tabs.List
          aria-label="Settings"
          className="mb-4 flex gap-1 overflow-x-auto overflow-y-hidden shadow-[inset_0_-1px_0_var(--line)]"
        >
          {tabs.map((name) => (
            <Tabs.Trigger
              key={name}
              ref={name === tab ? intoView : undefined}
              value={name}
              className="shrink-0 border-b-2 border-transparent px-2.5 py-2 text-sm text-muted outline-offset-[-2px] hover:text-ink data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
            >
              {LABELS[name]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {tabs.map((name) => (
          <Tabs.Content key={name} value={name} className="grid min-w-0 gap-4 outline-offset-4">
            {tab !== chosen && (
              <p role="status" className="text-sm text-muted">
                ‘{LABELS[chosen]}’ is for administrators; this is your account.
              </p>
            )}
            {BODIES[name]}
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </>
  );
}
