'use client';

import type { RunSpec } from '@contract/spec';
import { useRouter } from 'next/navigation';
import { focusMain } from '@/ui/browser/opener';
import { Dialog } from '@/ui/dialog';
import { showToast } from '@/ui/toast';
import { useCreateBenchmark } from '../benchmarks-query';
import type { DesignDraft } from './design-draft';
import { DesignForm } from './design-form';

interface SaveBenchmarkProps {
  spec: RunSpec;
  /** What the form begins with. */
  start: DesignDraft;
  onClose: () => void;
}

/** Keeps a configuration as a benchmark, and goes to its page. */
export function SaveBenchmark({ spec, start, onClose }: SaveBenchmarkProps) {
  const router = useRouter();
  const create = useCreateBenchmark();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Save as benchmark"
      description="Keeps this configuration, to measure one revision after another by it. Nothing runs until you measure one."
    >
      <DesignForm
        spec={spec}
        start={start}
        action="Save benchmark"
        act={create}
        refusedAs="The benchmark was not saved"
        onClose={onClose}
        onSubmit={(body, refused) =>
          create.mutate(body, {
            onError: refused,
            onSuccess: ({ id, name }) => {
              focusMain();
              showToast({ title: `Saved the benchmark ${name}.` });
              router.push(`/benchmarks/${id}`);
            },
          })
        }
      />
    </Dialog>
  );
}
