'use client';

import type { Finding, Run } from '@/api/types';
import { Marked } from '@/components/mark';
import { Panel } from '@/components/panel';
import { sortedFindings } from '@/lib/findings';
import { plural } from '@/lib/format';
import type { Mark } from '@/lib/tuning-rows';
import { useStepChoice } from './url-state';

export const FINDINGS_ID = 'findings';

const MARKS: Record<Finding['severity'], Mark> = { invalid: 'bad', suspect: 'warn', note: 'none' };

/** What was found wrong or doubtful about the figures, before the figures. */
export function FindingsPanel({ run }: { run: Run }) {
  if (run.findings.length === 0) return null;
  return (
    <div id={FINDINGS_ID} className="min-w-0 scroll-mt-4">
      <Panel title="Findings" aside={`${plural(run.findings.length, 'finding')}, the weightiest first`}>
        <ul className="grid gap-2.5">
          {sortedFindings(run.findings).map((finding) => (
            <li
              key={`${finding.code} ${finding.hostId} ${finding.stepIndex} ${finding.sentence}`}
              className="grid gap-x-4 gap-y-0.5 text-sm sm:grid-cols-[5rem_minmax(0,1fr)]"
            >
              <Marked mark={MARKS[finding.severity]}>{finding.severity}</Marked>
              <div className="min-w-0 [overflow-wrap:anywhere]">
                <p className="max-w-[90ch]">{finding.sentence}</p>
                <Where run={run} finding={finding} />
              </div>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}

function Where({ run, finding }: { run: Run; finding: Finding }) {
  const [, setChoice] = useStepChoice();
  const { hostId, stepIndex, code } = finding;
  const host = run.hosts.length > 1 ? run.hosts.find((one) => one.hostId === hostId)?.name : undefined;
  return (
    <p className="text-xs text-muted">
      {stepIndex !== null && (
        <>
          <button
            type="button"
            onClick={() => setChoice(stepIndex + 1)}
            title={`Look at step ${stepIndex + 1} in the time series`}
            className="text-accent underline-offset-2 hover:underline"
          >
            step {stepIndex + 1}
          </button>
          {' · '}
        </>
      )}
      {host !== undefined && `${host} · `}
      <code className="font-mono">{code}</code>
    </p>
  );
}
