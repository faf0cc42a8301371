'use client';

import { SEARCH_PERCENTILES } from '@contract/choices';
import { percentileText } from '@rules/load/latency-resolution';
import type { CSSProperties } from 'react';
import { stepAbilities } from '@/features/draft/common-abilities';
import { searchLoop } from '@/features/draft/run-draft';
import { CEILINGS } from '@/features/draft/search-draft';
import { useDraft } from '@/features/new-run/draft-form';
import { LabelledChoice } from '@/features/new-run/labelled-choice';
import { SelectBox } from '@/ui/inputs/control';
import { Field, TextField } from '@/ui/inputs/field';
import { Label } from '@/ui/term';
import { SearchRungs } from './search-rungs';
import { columnWidths, StepFields, stepColumns } from './step-fields';

/** Where a search begins, how it climbs, and what its ceiling is. */
export function SearchEditor() {
  const { draft, abilities } = useDraft();
  const loop = searchLoop(draft);
  const able = stepAbilities(abilities, []);
  const widths = columnWidths(stepColumns(loop, able));
  return (
    <div className="grid gap-4 rounded-control border border-line p-3">
      <fieldset>
        <legend className="mb-2 text-xs font-medium">First rung</legend>
        <div
          style={{ '--columns': widths } as CSSProperties}
          className="grid grid-cols-2 gap-3 md:[grid-template-columns:var(--columns)]"
        >
          <StepFields at="search.first" called="First rung" loop={loop} able={able} labelled />
        </div>
      </fieldset>
      <Climb />
      <Ceiling />
      <SearchRungs />
    </div>
  );
}

function Climb() {
  const { input, draft } = useDraft();
  const open = searchLoop(draft) === 'open';
  const most = open ? 'search.mostRate' : 'search.mostConnections';
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <TextField
        id="search-most"
        label={open ? 'Highest rate' : 'Most connections'}
        unit={open ? 'req/s' : undefined}
        className={open ? 'pr-12' : undefined}
        inputMode="numeric"
        hint="The search goes no higher."
        {...input(most)}
      />
      <TextField
        id="search-growth"
        label="Growth"
        unit="×"
        inputMode="decimal"
        hint="Each rung asks this many times the one before, until the ceiling is passed."
        {...input('search.growth')}
      />
      <TextField
        id="search-precision"
        label="Precision"
        unit="%"
        inputMode="decimal"
        hint={
          <>
            Then the <Label text="bracket" /> is halved down to this share of the <Label text="knee" />.
          </>
        }
        {...input('search.precision')}
      />
    </div>
  );
}

function Ceiling() {
  const { input, form, draft, abilities, errorAt } = useDraft();
  const { ceiling, percentile } = draft.search;
  const told = SEARCH_PERCENTILES.filter(
    (one) => !abilities || one === percentile || abilities.percentiles.includes(one),
  );
  const percentileError = errorAt('search.percentile');
  return (
    <div className="grid items-start gap-3 sm:grid-cols-3">
      <LabelledChoice
        field="search.ceiling"
        label="Ceiling"
        value={ceiling}
        onChange={(next) => form.setValue('search.ceiling', next, { shouldDirty: true })}
        options={CEILINGS.map((value) => ({ value, label: value === 'latency' ? 'Latency' : 'Throughput' }))}
        hint={ceiling === 'latency' ? 'Until a percentile is above a bound.' : 'Until more load gives no more req/s.'}
        error={errorAt('search.ceiling')}
      />
      {ceiling === 'latency' && (
        <Field id="search-percentile" label="Percentile" error={percentileError}>
          <SelectBox id="search-percentile" error={percentileError} {...form.register('search.percentile')}>
            {told.map((one) => (
              <option key={one} value={one}>
                {percentileText(one)}
              </option>
            ))}
          </SelectBox>
        </Field>
      )}
      {ceiling === 'latency' && (
        <TextField id="search-most-ms" label="At most" unit="ms" inputMode="decimal" {...input('search.mostMs')} />
      )}
    </div>
  );
}
