'use client';

import type { Webhook } from '@contract/webhook';
import { WEBHOOK_EVENTS } from '@contract/webhook-words';
import { keysOf } from '@contract/words';
import { nameOfWebhook } from '@rules/webhooks/name-of-webhook';
import { listed } from '@rules/words/text';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { get } from '@/api/client';
import { Button } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { type ListColumn, ListTable, RowName } from '@/ui/list-table';
import { Panel } from '@/ui/panel';
import { QueryState } from '@/ui/query-state';
import { When } from '@/ui/when';
import { WebhookActions } from './webhook-actions';
import { WebhookDialog } from './webhook-dialog';
import { WebhookLog } from './webhook-log';

/** What was just tested or disabled is told by itself. */
const AGAIN_MS = 5_000;

export function WebhooksTab() {
  const [making, setMaking] = useState(false);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const webhooks = useQuery({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => get('/api/v1/webhooks', { signal }),
    refetchInterval: AGAIN_MS,
  });
  const list = webhooks.data?.webhooks ?? [];
  const chosen = list.find(({ id }) => id === chosenId) ?? list[0];
  return (
    <>
      <Panel
        title="Webhooks"
        aside="tell other programs what happens here"
        flush
        actions={
          <Button look="primary" onClick={() => setMaking(true)}>
            <Plus aria-hidden className="size-3.5" />
            New webhook
          </Button>
        }
      >
        <QueryState query={webhooks} what="the webhooks" rows={2} within="panel" />
        {webhooks.isSuccess && list.length === 0 && (
          <p className="px-4 pb-4 pt-1 text-sm text-muted sm:px-5">
            None yet. A webhook sends a signed message to a program of yours, to Slack or to Mattermost, of the events
            that you choose: {listed(keysOf(WEBHOOK_EVENTS).map((type) => WEBHOOK_EVENTS[type].name.toLowerCase()))}.
          </p>
        )}
        {list.length > 0 && (
          <ListTable
            label="Webhooks"
            rows={list}
            keyOf={({ id }) => id}
            name={NAME}
            columns={COLUMNS}
            actions={(webhook) => <WebhookActions webhook={webhook} onLog={() => setChosenId(webhook.id)} />}
          />
        )}
      </Panel>
      {chosen && <WebhookLog key={chosen.id} webhook={chosen} />}
      <WebhookDialog open={making} onOpenChange={setMaking} webhook={null} />
    </>
  );
}

const TEMPLATE_NAMES = { standard: 'Standard Webhooks', slack: 'Slack', mattermost: 'Mattermost' } as const;

const NAME: ListColumn<Webhook> = {
  head: 'Webhook',
  cell: (webhook) => (
    <RowName
      title={webhook.url}
      marks={
        webhook.disabledSentence === null ? null : (
          <Chip tone="warn" title={webhook.disabledSentence}>
            disabled
          </Chip>
        )
      }
    >
      {nameOfWebhook(webhook)}
    </RowName>
  ),
};

const COLUMNS: ListColumn<Webhook>[] = [
  { head: 'Form', cell: ({ template }) => TEMPLATE_NAMES[template] },
  { head: 'Told of', cell: ({ eventTypes }) => eventTypes.map((type) => WEBHOOK_EVENTS[type].name).join(', ') },
  { head: 'Last message', cell: ({ last }) => last && <LastMessage {...last} /> },
  { head: 'Waiting', cell: ({ pending }) => (pending === 0 ? null : pending), figure: true },
];

function LastMessage({ state, attempt }: NonNullable<Webhook['last']>) {
  return (
    <span title={attempt.fault ?? undefined} className={state === 'delivered' ? undefined : 'text-bad'}>
      {state === 'delivered' ? 'delivered' : 'not delivered'} <When atUs={attempt.atUs} />
    </span>
  );
}
