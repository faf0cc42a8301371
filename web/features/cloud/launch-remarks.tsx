import type { Launch } from '@contract/launch';
import { formatAbsolute, formatClock } from '@/lib/time';
import { Panel } from '@/ui/panel';

/** What AWS said on the way, oldest first. */
export function LaunchRemarks({ remarks }: Pick<Launch, 'remarks'>) {
  if (remarks.length === 0) return null;
  return (
    <Panel title="What happened">
      <ol className="grid gap-2 text-sm">
        {remarks.map(({ atUs, code, sentence }) => (
          <li key={`${atUs} ${code} ${sentence}`} className="grid gap-x-3 sm:grid-cols-[5rem_minmax(0,1fr)]">
            <time dateTime={new Date(atUs / 1000).toISOString()} title={formatAbsolute(atUs)} className="text-muted">
              {formatClock(atUs)}
            </time>
            <span className="[overflow-wrap:anywhere]">{sentence}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
