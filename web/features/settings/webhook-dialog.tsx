'use client';

import { WEBHOOK_TEMPLATES, type WebhookTemplate } from '@contract/choices';
import { MAX_WEBHOOK_DESCRIPTION_CHARACTERS, MAX_WEBHOOK_URL_CHARACTERS } from '@contract/limits';
import type { Webhook, WebhookEventType, WebhookWithSecret } from '@contract/webhook';
import { WEBHOOK_EVENTS } from '@contract/webhook-words';
import { keysOf } from '@contract/words';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { patch, post } from '@/api/client';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { ErrorNotice } from '@/ui/error-notice';
import { SelectBox } from '@/ui/inputs/control';
import { Field, TextField } from '@/ui/inputs/field';
import { showRefusal } from '../shell/form-refusal';
import { ShownOnce } from './shown-once';

const TEMPLATE_LABELS: Record<WebhookTemplate, string> = {
  standard: 'Standard Webhooks (JSON, signed)',
  slack: 'Slack message',
  mattermost: 'Mattermost message',
};

interface Draft {
  url: string;
  description: string;
  template: WebhookTemplate;
  eventTypes: WebhookEventType[];
}

const draftOf = (webhook: Webhook | null): Draft =>
  webhook
    ? { ...webhook }
    : { url: '', description: '', template: 'standard', eventTypes: [...keysOf(WEBHOOK_EVENTS)] };

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Null: a new one. */
  webhook: Webhook | null;
}

export function WebhookDialog({ open, onOpenChange, webhook }: Props) {
  const queries = useQueryClient();
  const form = useForm<Draft>({ defaultValues: draftOf(webhook) });
  const save = useMutation({
    mutationFn: async ({ url, description, template, eventTypes }: Draft): Promise<WebhookWithSecret | null> => {
      const body = { url, description, template, eventTypes };
      if (!webhook) return post('/api/v1/webhooks', body);
      await patch('/api/v1/webhooks/:webhookId', body, { path: { webhookId: webhook.id } });
      return null;
    },
    onSuccess: (made) => {
      if (!made) onOpenChange(false);
      return queries.invalidateQueries({ queryKey: ['webhooks'] });
    },
    onError: (error) => showRefusal(form, error),
  });
  const turn = (next: boolean): void => {
    if (!next) {
      save.reset();
      form.reset(draftOf(webhook));
    }
    onOpenChange(next);
  };
  const secret = save.data?.secret;
  return (
    <Dialog
      open={open}
      onOpenChange={turn}
      deliberate={secret !== undefined}
      title={secret ? 'The secret of your webhook' : webhook ? 'Change the webhook' : 'New webhook'}
      description={
        secret
          ? 'Give it to the receiver, which checks by it that messages are of this instance. Slack and Mattermost need none.'
          : 'A POST to this address for each event. Messages that fail are sent again for three days.'
      }
    >
      {secret ? (
        <ShownOnce
          secret={secret}
          copyLabel="Copy the secret"
          note="It cannot be read here again; a new one can be made."
          onDone={() => turn(false)}
        />
      ) : (
        <form noValidate className="grid gap-3" onSubmit={form.handleSubmit((draft) => save.mutate(draft))}>
          {save.isError && Object.keys(form.formState.errors).length === 0 && (
            <ErrorNotice title="The webhook was not saved" error={save.error} />
          )}
          <WebhookFields form={form} />
          <div className="mt-2 flex justify-end gap-2">
            <Button onClick={() => turn(false)}>Cancel</Button>
            <Button type="submit" look="primary" disabled={save.isPending}>
              {webhook ? 'Save' : 'Create webhook'}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

function WebhookFields({ form }: { form: ReturnType<typeof useForm<Draft>> }) {
  const { errors } = form.formState;
  return (
    <>
      <TextField
        id="webhook-url"
        label="Address"
        placeholder="https://"
        inputMode="url"
        error={errors.url?.message}
        {...form.register('url', {
          required: 'Type the address that messages are sent to.',
          maxLength: {
            value: MAX_WEBHOOK_URL_CHARACTERS,
            message: `At most ${MAX_WEBHOOK_URL_CHARACTERS} characters.`,
          },
        })}
      />
      <TextField
        id="webhook-description"
        label="Description"
        hint="What receives it, such as: channel #performance."
        error={errors.description?.message}
        {...form.register('description', {
          maxLength: {
            value: MAX_WEBHOOK_DESCRIPTION_CHARACTERS,
            message: `At most ${MAX_WEBHOOK_DESCRIPTION_CHARACTERS} characters.`,
          },
        })}
      />
      <Field id="webhook-template" label="Form">
        <SelectBox id="webhook-template" {...form.register('template')}>
          {WEBHOOK_TEMPLATES.map((name) => (
            <option key={name} value={name}>
              {TEMPLATE_LABELS[name]}
            </option>
          ))}
        </SelectBox>
      </Field>
      <fieldset>
        <legend className="mb-1 text-xs font-medium text-muted">Told of</legend>
        <div className="grid gap-1.5">
          {keysOf(WEBHOOK_EVENTS).map((type) => (
            <label key={type} className="flex items-start gap-2 text-sm">
              <input
                type="checkbox"
                value={type}
                className="check-box mt-0.5 size-3.5"
                {...form.register('eventTypes', {
                  validate: (chosen) => chosen.length > 0 || 'Choose at least one event.',
                })}
              />
              <span>
                {WEBHOOK_EVENTS[type].name} <span className="text-xs text-muted">{WEBHOOK_EVENTS[type].about}</span>
              </span>
            </label>
          ))}
        </div>
        {errors.eventTypes && <p className="mt-1 text-xs text-bad">{errors.eventTypes.message}</p>}
      </fieldset>
    </>
  );
}
