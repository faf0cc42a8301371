'use client';

import type { Benchmark } from '@contract/benchmark';
import { MAX_CRON_CHARACTERS, MAX_TIME_ZONE_CHARACTERS, WINDOW_MINUTES } from '@contract/limits';
import { revisionOf } from '@rules/spec/revision-words';
import { plannedPointUs } from '@rules/watch/experiment-of-point';
import { formatDurationUs } from '@rules/words/durations';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { showRefusal } from '@/features/shell/form-refusal';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { ErrorNotice } from '@/ui/error-notice';
import { SelectBox } from '@/ui/inputs/control';
import { Field, TextField } from '@/ui/inputs/field';
import { SwitchField } from '@/ui/inputs/switch-field';
import { DAYS, draftOf, OFTEN, type Often, type ScheduleDraft, scheduleOf } from './schedule-draft';
import { useChangeSchedule } from './schedule-query';

const OFTEN_LABELS: Record<Often, string> = {
  daily: 'Every day',
  weekdays: 'Monday to Friday',
  weekly: 'Once a week',
  cron: 'By a cron line',
};

export function ScheduleDialog({ benchmark, onClose }: { benchmark: Benchmark; onClose: () => void }) {
  const { id, schedule, design } = benchmark;
  const plannedUs = plannedPointUs(design);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const form = useForm<ScheduleDraft & { enabled: boolean }>({
    defaultValues: { ...draftOf(schedule, plannedUs / 1e6, zone), enabled: schedule?.enabled ?? true },
  });
  const change = useChangeSchedule(id);
  const save = form.handleSubmit(({ enabled, ...draft }) =>
    change.mutate(scheduleOf(draft, enabled), { onSuccess: onClose, onError: (error) => showRefusal(form, error) }),
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={schedule ? 'Change the schedule' : 'Set a schedule'}
      description={`A point takes about ${formatDurationUs(plannedUs)} by its plan. People’s runs and experiments on the same hosts go first.`}
    >
      <form noValidate className="grid gap-3" onSubmit={save}>
        {change.isError && Object.keys(form.formState.errors).length === 0 && (
          <ErrorNotice title="The schedule was not saved" error={change.error} />
        )}
        <Times form={form} />
        <Bounds form={form} />
        {revisionOf(design.spec) !== null && (
          <SwitchField
            id="schedule-every-time"
            label="Measure the same commit again"
            hint="Nights without a new commit show the noise. Off: a commit is measured once by each version of the design."
            checked={form.watch('everyTime')}
            onChange={(everyTime) => form.setValue('everyTime', everyTime)}
          />
        )}
        <SwitchField
          id="schedule-enabled"
          label="Enabled"
          hint="Off: the schedule is kept, and nothing is measured by it."
          checked={form.watch('enabled')}
          onChange={(enabled) => form.setValue('enabled', enabled)}
        />
        <div className="mt-2 flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={change.isPending}>
            {change.isPending ? 'Saving …' : 'Save schedule'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type Form = UseFormReturn<ScheduleDraft & { enabled: boolean }>;

function Times({ form }: { form: Form }) {
  const { errors } = form.formState;
  const often = form.watch('often');
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <Field id="schedule-often" label="How often" error={often === 'cron' ? undefined : errors.cron?.message}>
        <SelectBox id="schedule-often" {...form.register('often', { onChange: () => form.clearErrors('cron') })}>
          {OFTEN.map((name) => (
            <option key={name} value={name}>
              {OFTEN_LABELS[name]}
            </option>
          ))}
        </SelectBox>
      </Field>
      {often === 'cron' ? (
        <TextField
          key="cron"
          id="schedule-cron"
          label="Cron line"
          hint="Minute, hour, day of month, month, day of week."
          className="font-mono"
          maxLength={MAX_CRON_CHARACTERS}
          error={errors.cron?.message}
          {...form.register('cron', { required: 'Type a cron line such as 0 2 * * *.' })}
        />
      ) : (
        <TextField
          key="time"
          id="schedule-time"
          type="time"
          label="At"
          error={errors.time?.message}
          {...form.register('time', { required: 'Choose a time.' })}
        />
      )}
      {often === 'weekly' && (
        <Field id="schedule-day" label="On">
          <SelectBox id="schedule-day" {...form.register('day')}>
            {DAYS.map((day, index) => (
              <option key={day} value={String(index)}>
                {day}
              </option>
            ))}
          </SelectBox>
        </Field>
      )}
    </div>
  );
}

function Bounds({ form }: { form: Form }) {
  const { errors } = form.formState;
  const [least, most] = WINDOW_MINUTES;
  const within = (typed: string): true | string =>
    (/^\d+$/.test(typed) && Number(typed) >= least && Number(typed) <= most) ||
    `Type whole minutes from ${least} to ${most}.`;
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <TextField
        id="schedule-zone"
        label="Time zone"
        list="schedule-zones"
        hint="Such as Europe/Berlin. Summer time is followed."
        maxLength={MAX_TIME_ZONE_CHARACTERS}
        error={errors.timeZone?.message}
        {...form.register('timeZone', { required: 'Type a time zone.' })}
      />
      <datalist id="schedule-zones">
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <TextField
        id="schedule-window"
        label="Window, in minutes"
        hint="Hosts are used for so long at most. A point that is not over by then is stopped."
        inputMode="numeric"
        error={errors.windowMinutes?.message}
        {...form.register('windowMinutes', { validate: within })}
      />
    </div>
  );
}
