'use client';

import type { ShownExperiment as Experiment } from '@contract/experiment';
import { useId, useState } from 'react';
import { useChangeExperiment, useExperiments } from '@/features/experiments/experiments-query';
import { formatDate } from '@/lib/time';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { ErrorNotice } from '@/ui/error-notice';
import { SelectBox } from '@/ui/inputs/control';
import { Field } from '@/ui/inputs/field';
import { LoadMore, QueryState } from '@/ui/query-state';

/** Says which later experiment replaces this finding, or takes that back. */
export function SupersedeDialog({ experiment, onClose }: { experiment: Experiment; onClose: () => void }) {
  const id = useId();
  const { query, experiments } = useExperiments('done');
  const [chosen, setChosen] = useState(experiment.supersededBy?.id ?? '');
  const change = useChangeExperiment(experiment.id);
  const others = experiments.filter((other) => other.id !== experiment.id);
  const now = experiment.supersededBy;
  const beyond = now && !others.some((other) => other.id === now.id) ? now : null;
  const save = (): void => change.mutate({ supersededById: chosen === '' ? null : chosen }, { onSuccess: onClose });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Superseded by"
      description="A later finding that replaces this one. Both pages say so; nothing is deleted."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {!query.data && <QueryState query={query} what="the experiments" rows={1} within="form" />}
        {query.data && others.length === 0 && !beyond && (
          <p className="text-sm text-muted">No other experiment is done.</p>
        )}
        {(others.length > 0 || beyond) && (
          <Field id={id} label="Experiment">
            <SelectBox id={id} value={chosen} onChange={({ target }) => setChosen(target.value)}>
              <option value="">none: this finding stands</option>
              {others.map((other) => (
                <option key={other.id} value={other.id}>
                  {`${other.question} (${formatDate(other.endedAtUs ?? other.createdAtUs)})`}
                </option>
              ))}
              {beyond && <option value={beyond.id}>{beyond.question}</option>}
            </SelectBox>
          </Field>
        )}
        <LoadMore query={query}>Load older ones</LoadMore>
        {change.isError && <ErrorNotice title="That was not kept" error={change.error} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Leave it</Button>
          <Button
            look="primary"
            disabled={change.isPending || chosen === (experiment.supersededBy?.id ?? '')}
            onClick={save}
          >
            {change.isPending ? 'Saving …' : 'Save'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
