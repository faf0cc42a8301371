'use client';

import type { Run } from '@contract/run';
import { isTerminal } from '@rules/run/run-machine';
import { stateLabel } from '@rules/run/run-words';
import { formatDurationUs } from '@rules/words/durations';
import { phasesOf } from '@/charts/phases';
import { stateTone } from '@/lib/run-state';
import { formatAbsolute, formatClock } from '@/lib/time';
import { useNowUs } from '@/ui/browser/now';
import { Chip } from '@/ui/chip';
import { DataTable, words } from '@/ui/data-table';

export function TimelineRecord({ run }: { run: Run }) {
  const nowUs = useNowUs(1000);
  const phases = phasesOf(run.transitions);
  const first = phases[0]?.fromUs ?? 0;
  return (
    <DataTable
      label="Timeline"
      columns={[
        'at',
        'into the run',
        ...words('state', 'step'),
        'lasted',
        { head: 'note', left: true, className: 'w-full print:w-auto' },
      ]}
    >
      {phases.map((phase) => {
        const present = phase.toUs === null && !isTerminal(phase.state);
        return (
          <tr key={`${phase.state} ${phase.stepIndex} ${phase.fromUs}`}>
            <td title={formatAbsolute(phase.fromUs)}>{formatClock(phase.fromUs)}</td>
            <td>{formatDurationUs(phase.fromUs - first)}</td>
            <td className="left">
              {present || isTerminal(phase.state) ? (
                <Chip tone={stateTone(phase.state)}>{stateLabel(phase.state)}</Chip>
              ) : (
                stateLabel(phase.state)
              )}
            </td>
            <td className="left">{phase.stepIndex === null ? '' : phase.stepIndex + 1}</td>
            <td>
              {phase.toUs !== null
                ? formatDurationUs(phase.toUs - phase.fromUs)
                : present && `${formatDurationUs(nowUs - phase.fromUs)} so far`}
            </td>
            <td className="left min-w-64 !whitespace-normal text-muted">{phase.note}</td>
          </tr>
        );
      })}
    </DataTable>
  );
}
