'use client';

import type { Run } from '@contract/run';
import { canRunAgain } from '@rules/spec/run-again';
import { designOfRun } from './begun-design';
import { SaveBenchmark } from './save-benchmark';

export function SaveRunAsBenchmark({ run: { name, spec }, onClose }: { run: Run; onClose: () => void }) {
  return canRunAgain(spec) && <SaveBenchmark spec={spec} start={designOfRun({ name, spec })} onClose={onClose} />;
}
