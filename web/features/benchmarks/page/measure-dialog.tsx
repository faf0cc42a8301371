'use client';

import type { Benchmark } from '@contract/benchmark';
import { COMMIT_SHA, MAX_REVISION_LABEL_CHARACTERS } from '@contract/limits';
import { wholeExperimentUs } from '@rules/experiment/planned-time';
import { besideBuilds, revisionOf } from '@rules/spec/revision-words';
import { formatDurationUs } from '@rules/words/durations';
import { plural } from '@rules/words/numbers';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { ErrorNotice } from '@/ui/error-notice';
import { TextField } from '@/ui/inputs/field';
import { showToast } from '@/ui/toast';
import { useMeasureRevision } from '../benchmarks-query';
import { CommitField } from '../design/commit-field';
import { revisionName } from '../revision-name';

/** Begins the experiment that becomes a point of the history. */
export function MeasureDialog({ benchmark, onClose }: { benchmark: Benchmark; onClose: () => void }) {
  const router = useRouter();
  const { design } = benchmark;
  const built = revisionOf(design.spec) !== null;
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const measure = useMeasureRevision(benchmark.id);
  const wanted = typed.trim();
  const fault = built ? commitFault(wanted) : wanted === '' ? 'Name the build.' : undefined;
  const begin = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    setTried(true);
    if (fault || measure.isPending) return;
    measure.mutate(built ? { commit: wanted } : { label: wanted }, {
      onSuccess: ({ experimentId }) => {
        onClose();
        showToast({
          title: `Measuring ${revisionName(wanted)}. It becomes a point here when it is over.`,
          action: { label: 'Open its experiment', run: () => router.push(`/experiments/${experimentId}`) },
        });
      },
    });
  };
  const change = (text: string): void => {
    measure.reset();
    setTyped(text);
  };
  const error = tried ? fault : undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Measure a revision"
      description={`${plural(2 * design.rounds, 'run')}, about ${formatDurationUs(wholeExperimentUs(design.rounds, [design.spec, design.spec]))}${besideBuilds([design.spec])}. It waits where the hosts are busy; to look up a commit that is new here, the target's host must not be in a run.`}
    >
      <form className="grid grid-cols-[minmax(0,1fr)] gap-3" noValidate onSubmit={begin}>
        {built ? (
          <CommitField
            id="revision"
            label="Commit"
            hint="Among the newest 200 of the branch."
            spec={design.spec}
            value={typed}
            error={error}
            onChange={change}
          />
        ) : (
          <TextField
            id="revision"
            label="Name of the build"
            placeholder="such as v1.2-rc3"
            hint="What runs on the host now is measured under this name; nothing is built."
            maxLength={MAX_REVISION_LABEL_CHARACTERS}
            value={typed}
            error={error}
            onChange={({ target }) => change(target.value)}
          />
        )}
        {measure.error && (
          <ErrorNotice title="It was not begun" unconfirmed="Not confirmed: it may have begun" error={measure.error} />
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={measure.isPending}>
            {measure.isPending ? 'Beginning …' : 'Measure'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const commitFault = (commit: string): string | undefined =>
  commit === '' ? 'Choose a commit.' : COMMIT_SHA.test(commit) ? undefined : 'A commit by its whole SHA.';
