import type { ShownExperiment as Experiment } from '@contract/experiment';
import type { ConditionOutcome } from '@contract/gate';
import { attemptText } from '@rules/gate/gate-answer';
import { GateChip } from '@/features/experiments/gate-chip';
import { HoverLink } from '@/ui/hover-link';
import { Notice } from '@/ui/notice';
import { Panel } from '@/ui/panel';

/** What the experiment was to show, and what each condition came to; nothing without conditions. A frozen copy leads nowhere. */
export function GatePanel({ experiment, frozen = false }: { experiment: Experiment; frozen?: boolean }) {
  const { gate, result } = experiment;
  if (!gate) return null;
  const attempt = attemptText(gate);
  const outcomes = result?.conditions ?? [];
  return (
    <Panel id="conditions" title="Conditions" aside={<GateChip status={gate.status} />}>
      <ul className="grid gap-2 text-sm">
        {outcomes.length > 0
          ? outcomes.map((outcome) => <Outcome key={`${outcome.text} ${outcome.sideIndex}`} outcome={outcome} />)
          : gate.conditions.map((text) => (
              <li key={text} className="font-mono text-xs">
                {text}
              </li>
            ))}
      </ul>
      {outcomes.length === 0 && <p className="mt-2 text-sm text-muted">{gate.sentence}</p>}
      {attempt !== null && (
        <div className="mt-3">
          <Notice kind="warn" title={attempt}>
            {(frozen || experiment.imported ? [] : gate.earlierIds).slice(0, EARLIER_MOST).map((id, at) => (
              <span key={id}>
                {at > 0 && ', '}
                <HoverLink href={`/experiments/${id}`} className="text-accent underline-offset-2 hover:underline">
                  {at === 0 ? 'the last one before' : 'an earlier one'}
                </HoverLink>
              </span>
            ))}
          </Notice>
        </div>
      )}
    </Panel>
  );
}

const EARLIER_MOST = 5;

function Outcome({ outcome: { text, status, sentence } }: { outcome: ConditionOutcome }) {
  return (
    <li className="grid gap-x-3 gap-y-1 sm:grid-cols-[7.5rem_15rem_minmax(0,1fr)] sm:items-baseline">
      <span>
        <GateChip status={status} />
      </span>
      <span className="font-mono text-xs [overflow-wrap:anywhere]">{text}</span>
      <span className="max-w-[90ch]">{sentence}</span>
    </li>
  );
}
