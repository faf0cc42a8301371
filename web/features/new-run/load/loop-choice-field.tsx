'use client';

import { LOOPS } from '@contract/choices';
import { refusalOf } from '@/features/draft/common-abilities';
import type { LoopChoice } from '@/features/draft/presets';
import { searchLoop } from '@/features/draft/run-draft';

import { useDraft } from '@/features/new-run/draft-form';
import { LabelledChoice } from '@/features/new-run/labelled-choice';
import { loopOf } from '@/lib/tools';
import { Label } from '@/ui/term';

const LABELS: Record<LoopChoice, string> = { closed: 'Closed loop', open: 'Open loop', each: 'Each its own' };

const ABOUT: Record<LoopChoice, string> = {
  closed: 'each connection asks again once it was answered. It shows how much the server can do.',
  open: 'requests are sent at a rate, answered or not. It shows how long they take at that rate.',
  each: 'Every step says its loop.',
};

/** What a step asks for. Loops that the tool refuses are not offered; their reason stands in their place. */
export function LoopChoiceField() {
  const { form, draft, abilities, errorAt } = useDraft();
  // A search has one loop; that each step has its own is kept for the steps.
  const own = draft.search.on && draft.loop === 'each';
  const value = draft.search.on ? searchLoop(draft) : draft.loop;
  const driven = LOOPS.filter((loop) => !abilities || loopOf(abilities, loop) !== null);
  const each = driven.length === LOOPS.length && !draft.search.on;
  const offered = [...LOOPS, ...(each || value === 'each' ? (['each'] as const) : [])].filter(
    (loop) => loop === value || loop === 'each' || driven.includes(loop),
  );
  const refused = LOOPS.filter((loop) => !driven.includes(loop));
  const error = errorAt('loop');
  return (
    <LabelledChoice
      field="loop"
      label="Loop"
      value={value}
      onChange={(loop) =>
        own && loop !== 'each'
          ? form.setValue('search.first.loop', loop, { shouldDirty: true })
          : form.setValue('loop', loop, { shouldDirty: true })
      }
      options={offered.map((loop) => ({ value: loop, label: LABELS[loop] }))}
      hint={
        <>
          {value !== 'each' && (
            <>
              <Label text={LABELS[value]} />:{' '}
            </>
          )}
          {ABOUT[value]}
          {value === 'closed' && (
            <>
              {' '}
              Its latency leaves out stalls: <Label text="coordinated omission" />.
            </>
          )}
          {!error &&
            refused.map((loop) => (
              <span key={loop} className="mt-1 block">
                No {loop} loop: {refusalOf(abilities, loop) ?? `${draft.tool} drives none.`}
              </span>
            ))}
        </>
      }
      error={error}
    />
  );
}
