'use client';

import { STOPPABLE_SERVICES } from '@contract/choices';
import type { StoppableService } from '@contract/tuning';

import { classNames } from '@/ui/class-names';
import { useTuningHost } from './tuning-host';

const ABOUT: Record<StoppableService, string> = {
  irqbalance: 'moves interrupts between CPUs, also those that were pinned',
  cron: 'starts jobs at their time, whatever is being measured',
  crond: 'the same where it has this name',
  tuned: 'sets governor, sysctls and more by a profile of its own',
  thermald: 'slows CPUs down before they get hot',
};

/** Services to stop for the run; those that ran are started again afterwards. */
export function ServiceChoice() {
  const { draft, present, set, idOf, fieldOf } = useTuningHost();
  const toggle = (name: StoppableService, stop: boolean): void =>
    set(
      'stopServices',
      STOPPABLE_SERVICES.filter((one) => (one === name ? stop : draft.stopServices.includes(one))),
    );
  return (
    <fieldset>
      <legend className="mb-2 text-xs text-muted">
        Stopped for the run, and started again once everything was put back.
      </legend>
      <ul className="grid gap-1">
        {STOPPABLE_SERVICES.map((name) => {
          const state = present[`stopServices.${name}`];
          const id = idOf(`stopServices.${name}`);
          return (
            <li key={name} className="flex items-start gap-2.5">
              <input
                id={id}
                type="checkbox"
                name={fieldOf('stopServices')}
                className="check-box mt-0.5 size-4"
                checked={draft.stopServices.includes(name)}
                onChange={(event) => toggle(name, event.target.checked)}
                aria-describedby={`${id}-about`}
              />
              <div className="min-w-0 text-sm">
                <label htmlFor={id} className="font-mono text-xs">
                  {name}
                </label>{' '}
                <span id={`${id}-about`} className="text-xs text-muted">
                  {ABOUT[name]}
                  {state && (
                    <span className={classNames(state === 'running' && 'text-ink')}>
                      {' '}
                      · {state === 'absent' ? 'not there' : `${state} now`}
                    </span>
                  )}
                </span>
              </div>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
