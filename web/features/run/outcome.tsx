import type { Run } from '@contract/run';
import { isTerminal } from '@rules/run/run-machine';
import { keptSentence } from '@/lib/run-state';
import { Notice } from '@/ui/notice';

/** Why a run ended early, and what is left of it. */
export function Outcome({ run }: { run: Run }) {
  if (!run.failure && run.state !== 'failed' && run.state !== 'canceled') return null;
  const canceled = run.state === 'canceled';
  const sentence =
    run.failure?.sentence ?? (canceled ? 'A person canceled this run.' : 'The run ended early without saying why.');
  return (
    <Notice kind={canceled ? 'warn' : 'bad'} title={sentence} alert>
      <p>
        {isTerminal(run.state) ? keptSentence(run) : 'The load is being stopped and the host put back.'}
        {run.failure && (
          <>
            {' '}
            <code className="font-mono text-xs">{run.failure.code}</code>
          </>
        )}
      </p>
    </Notice>
  );
}
