import type { Run } from '@contract/run';
import { endSentence, keptSentence } from '@rules/run/run-words';
import { Notice } from '@/ui/notice';

/** Why a run ended early, and what is left of it. */
export function Outcome({ run }: { run: Run }) {
  if (!run.failure && run.state !== 'failed' && run.state !== 'canceled') return null;
  const canceled = run.state === 'canceled';
  return (
    <Notice kind={canceled ? 'warn' : 'bad'} title={endSentence(run)} alert>
      <p>
        {keptSentence(run)}
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
