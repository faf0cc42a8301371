'use client';

import type { Benchmark } from '@contract/benchmark';
import { canRunAgain, notAgain } from '@rules/spec/run-again';
import { Dialog } from '@/ui/dialog';
import { Notice } from '@/ui/notice';
import { showToast } from '@/ui/toast';
import { useChangeBenchmark } from '../benchmarks-query';
import { designOfBenchmark } from '../design/begun-design';
import { DesignForm } from '../design/design-form';

export function DesignDialog({ benchmark, onClose }: { benchmark: Benchmark; onClose: () => void }) {
  const change = useChangeBenchmark(benchmark.id);
  const { spec } = benchmark.design;
  const { number } = benchmark.version;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Change the design"
      description={`${benchmark.name}, version ${number}`}
    >
      {canRunAgain(spec) ? (
        <DesignForm
          spec={spec}
          start={designOfBenchmark(benchmark)}
          named
          action={`Save as version ${number + 1}`}
          act={change}
          refusedAs="The design was not changed"
          onClose={onClose}
          onSubmit={({ design }, refused) =>
            change.mutate(
              { design },
              {
                onError: refused,
                onSuccess: ({ version }) => {
                  const same = version.number === number;
                  showToast({ title: same ? 'Nothing was changed.' : `Saved version ${version.number}.` });
                  onClose();
                },
              },
            )
          }
        >
          <Notice kind="warn" title="A new epoch begins">
            Points of another design are not compared with those before. The history keeps them, and draws a line
            between.
          </Notice>
        </DesignForm>
      ) : (
        <p className="text-sm text-muted">{notAgain(spec)?.sentence}</p>
      )}
    </Dialog>
  );
}
