'use client';

import type { Run } from '@contract/run';
import { plural } from '@rules/words/numbers';
import { Fragment } from 'react';
import { useAllFindings, useStepChoice } from '@/features/run/url-state';
import type { Mark } from '@/lib/tuning-rows';
import { Button } from '@/ui/button';
import { Marked } from '@/ui/mark';
import { Panel } from '@/ui/panel';
import { unbroken } from '@/ui/unbroken';
import { PrepareChange } from '../prepare-change';
import {
  alikeFindings,
  type FindingGroup,
  findingsOfStep,
  groupedFindings,
  type Remedy,
  remediesOf,
  type ToldFinding,
} from './findings';

export const FINDINGS_ID = 'findings';

const LOOKS: Record<FindingGroup['severity'], { mark: Mark; title: string; means: string }> = {
  invalid: { mark: 'bad', title: 'Invalid', means: 'do not use the figure' },
  suspect: { mark: 'warn', title: 'Suspect', means: 'the figure may mislead' },
  note: { mark: 'none', title: 'Notes', means: 'how to read the figures' },
};

interface FindingsPanelProps {
  run: Run;
  /** A new run can be made here. */
  canPrepare: boolean;
}

/** Everything that was found about the figures, the weightiest first. */
export function FindingsPanel({ run, canPrepare }: FindingsPanelProps) {
  const [choice] = useStepChoice();
  const [all, setAll] = useAllFindings();
  if (run.findings.length === 0) return null;
  const step = run.steps.find(({ index }) => index + 1 === choice)?.index ?? null;
  const ofStep = step === null ? run.findings : findingsOfStep(run.findings, step);
  const shown = all === null ? ofStep : run.findings;
  const left = run.findings.length - ofStep.length;
  const groups = groupedFindings(shown);
  const remedies = canPrepare ? remediesOf(run, groups) : new Map();
  return (
    <div id={FINDINGS_ID} className="min-w-0 scroll-mt-14">
      <Panel
        title="Findings"
        aside={shown.length < run.findings.length ? `of step ${choice} and of the whole run` : undefined}
        actions={
          left > 0 && (
            <Button look="ghost" className="print:hidden" onClick={() => setAll(all === null ? 'all' : null)}>
              {all === null ? `Show ${plural(left, 'more', 'more')} of other steps` : `Only those of step ${choice}`}
            </Button>
          )
        }
      >
        {shown.length === 0 && <p className="text-sm text-muted">Nothing was found of this step.</p>}
        <div className="grid gap-3">
          {groups.map((group) => (
            <Group key={group.severity} run={run} group={group} remedies={remedies} />
          ))}
        </div>
      </Panel>
    </div>
  );
}

interface GroupProps {
  run: Run;
  group: FindingGroup;
  remedies: Map<ToldFinding, Remedy>;
}

/** Notes are folded: they say how to read a figure, not that something is wrong with it. */
function Group({ run, group, remedies }: GroupProps) {
  const { mark, title, means } = LOOKS[group.severity];
  const count = (
    <span className="font-normal text-muted">
      {group.findings.length}: {means}
    </span>
  );
  if (group.severity === 'note') {
    return (
      <details>
        <summary className="w-fit text-sm font-medium text-muted hover:text-ink">
          {title} {count}
        </summary>
        <FindingList run={run} group={group} remedies={remedies} />
      </details>
    );
  }
  return (
    <section aria-label={title}>
      <h3>
        <Marked mark={mark} className="text-sm">
          {title} {count}
        </Marked>
      </h3>
      <FindingList run={run} group={group} remedies={remedies} />
    </section>
  );
}

const FindingList = ({ run, group, remedies }: GroupProps) => (
  <ul className="mt-2 grid gap-1.5 pl-5">
    {alikeFindings(group.findings).map(({ shown, folded }) => (
      <Fragment key={`${shown[0]?.code} ${shown[0]?.hostId}`}>
        {shown.map((finding) => (
          <Told key={finding.sentence} {...{ run, group, finding, remedies }} />
        ))}
        {folded.length > 0 && (
          <li className="min-w-0 text-sm">
            <details>
              <summary className="w-fit text-muted hover:text-ink">
                <code className="font-mono text-xs">{shown[0]?.code}</code> {plural(folded.length, 'more time')}
              </summary>
              <ul className="mt-1.5 grid gap-1.5 pl-5">
                {folded.map((finding) => (
                  <Told key={finding.sentence} {...{ run, group, finding, remedies }} />
                ))}
              </ul>
            </details>
          </li>
        )}
      </Fragment>
    ))}
  </ul>
);

function Told({ run, group, finding, remedies }: GroupProps & { finding: ToldFinding }) {
  return (
    <li className="min-w-0 text-sm [overflow-wrap:anywhere]">
      <p className={group.severity === 'note' ? 'max-w-[110ch] text-muted' : 'max-w-[110ch]'}>
        {unbroken(finding.sentence)} <Where run={run} finding={finding} />
      </p>
      <Offer run={run} remedy={remedies.get(finding)} />
    </li>
  );
}

/** The run that would mend it. */
const Offer = ({ run, remedy }: { run: Run; remedy: Remedy | undefined }) =>
  remedy && (
    <p className="mt-1 print:hidden">
      <PrepareChange run={run} {...remedy} look="plain" />
    </p>
  );

function Where({ run, finding: { hostId, stepIndexes, code } }: { run: Run; finding: ToldFinding }) {
  const [, setChoice] = useStepChoice();
  const host = run.hosts.length > 1 ? run.hosts.find((one) => one.hostId === hostId)?.name : undefined;
  return (
    <span className="inline-flex flex-wrap gap-x-2 text-xs text-muted">
      <code className="font-mono">{code}</code>
      {host !== undefined && <span>{host}</span>}
      {stepIndexes.map((index) => (
        <button
          key={index}
          type="button"
          onClick={() => setChoice(index + 1)}
          title={`Look at step ${index + 1}`}
          className="hit text-accent underline-offset-2 hover:underline"
        >
          step {index + 1}
        </button>
      ))}
    </span>
  );
}
