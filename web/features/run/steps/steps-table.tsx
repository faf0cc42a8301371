'use client';

import type { Run } from '@contract/run';
import { plural } from '@rules/words/numbers';
import { useStepChoice } from '@/features/run/url-state';
import { type Column, DataTable } from '@/ui/data-table';
import { Panel } from '@/ui/panel';
import { FINDINGS_ID } from '../verdict/findings-panel';
import { StepRow } from './step-row';

const COLUMNS = (asked: string): Column[] => [
  'step',
  asked,
  'req/s',
  { head: 'bottleneck', left: true },
  'p50, ms',
  'p99, ms',
  { head: 'server µs/req', title: 'CPU time of the server per request' },
  'errors',
];

/** The steps in eight columns; the chosen one is open and shows the rest. */
export function StepsTable({ run }: { run: Run }) {
  const [choice, setChoice] = useStepChoice();
  const columns = COLUMNS(askedTitle(run));
  return (
    <Panel
      title="Steps"
      aside={<span className="print:hidden">open one for all of its figures, its clients and its evidence</span>}
      actions={
        run.findings.length > 0 && (
          <a href={`#${FINDINGS_ID}`} className="hit text-xs text-accent underline-offset-2 hover:underline">
            {plural(run.findings.length, 'finding')}
          </a>
        )
      }
      flush
    >
      <DataTable label="Steps" className="first-stays tight" columns={columns}>
        {run.steps.map((step) => (
          <StepRow
            key={step.index}
            run={run}
            step={step}
            columns={columns.length}
            open={choice === step.index + 1}
            onToggle={() => setChoice(choice === step.index + 1 ? null : step.index + 1)}
          />
        ))}
      </DataTable>
    </Panel>
  );
}

function askedTitle({ steps }: Run): string {
  const loops = new Set(steps.map(({ spec }) => spec.loop));
  if (loops.size > 1) return 'asked';
  return loops.has('open') ? 'rate asked' : 'connections';
}
