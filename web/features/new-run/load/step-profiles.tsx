'use client';

import { PROFILE_KINDS } from '@contract/choices';
import type { ProfileKind } from '@contract/load';
import { profilesText } from '@rules/spec/load-words';
import { Activity } from 'lucide-react';
import { useDraft } from '@/features/new-run/draft-form';
import { classNames } from '@/ui/class-names';

const ABOUT: Record<ProfileKind, string> = {
  cpu: 'where the target’s CPU time goes',
  block: 'where it waits',
  mutex: 'who makes others wait for a lock',
  heap: 'what holds memory',
  goroutine: 'what every goroutine is at',
  'on-cpu': 'what every CPU of the host runs: any program, and the kernel',
};

/** A repetition of the step with profiles: a step of its own, whose figures stand apart. */
export function StepProfiles({ index, kinds: offered }: { index: number; kinds: readonly ProfileKind[] }) {
  const { form, draft, errorAt } = useDraft();
  const { profiles: asked = [], profiledOnly = false } = draft.steps[index] ?? {};
  const profiles = asked.filter((kind) => offered.includes(kind));
  const on = profiles.length > 0;
  const set = (kinds: readonly ProfileKind[]): void =>
    form.setValue(
      `steps.${index}.profiles`,
      PROFILE_KINDS.filter((kind) => kinds.includes(kind)),
      { shouldDirty: true, shouldTouch: true },
    );
  const error = errorAt(`steps.${index}.profiles`);
  return (
    <div className={classNames('grid gap-1.5 md:pl-9', on && 'border-l-2 border-accent pl-3 md:ml-2 md:pl-6.5')}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-xs">
        <label className="flex cursor-pointer items-center gap-2 text-muted">
          <input
            type="checkbox"
            className="check-box size-3.5"
            name={`steps.${index}.profiles`}
            checked={on}
            onChange={(event) => set(event.target.checked ? offered.slice(0, 1) : [])}
          />
          <span className={on ? 'text-ink' : undefined}>
            {profiledOnly && on ? 'Profiled' : 'Also profile'} step {index + 1}
          </span>
        </label>
        {on && (
          <fieldset aria-label={`Profiles of step ${index + 1}`} className="flex flex-wrap gap-x-3 gap-y-1">
            {offered.map((kind) => (
              <label key={kind} title={ABOUT[kind]} className="flex cursor-pointer items-center gap-1.5">
                <input
                  type="checkbox"
                  className="check-box size-3.5"
                  checked={profiles.includes(kind)}
                  onChange={(event) =>
                    set(event.target.checked ? [...profiles, kind] : profiles.filter((one) => one !== kind))
                  }
                />
                {profilesText([kind])}
              </label>
            ))}
          </fieldset>
        )}
        {on && (
          <label className="flex cursor-pointer items-center gap-1.5 text-muted">
            <input type="checkbox" className="check-box size-3.5" {...form.register(`steps.${index}.profiledOnly`)} />
            without an unprofiled one before
          </label>
        )}
      </div>
      {on && (
        <p className="flex items-center gap-1.5 text-xs text-muted">
          <Activity aria-hidden className="size-3.5 shrink-0 text-accent" />
          {profiledOnly
            ? 'This step is profiled: its figures stand apart from those of other steps.'
            : 'The step is repeated with profiles after it; figures of the repetition stand apart.'}
        </p>
      )}
      {error && <p className="text-xs text-bad">{error}</p>}
    </div>
  );
}
