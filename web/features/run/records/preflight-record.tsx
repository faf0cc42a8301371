import type { PreflightAnswer } from '@contract/preflight';
import type { Run } from '@contract/run';
import { PREFLIGHT_FAILED } from '@rules/run/preflight-fault';
import { formatBytes, formatLatencyMs } from '@rules/words/numbers';
import { Chip } from '@/ui/chip';
import { Panel } from '@/ui/panel';

/** Where a route was not as expected, its answer is the next thing to read. */
export function FailedPreflight({ run }: { run: Run }) {
  if (run.failure?.code !== PREFLIGHT_FAILED || !run.preflight) return null;
  return (
    <Panel title="Preflight" aside="each route, asked before the load" flush>
      <PreflightRecord run={run} />
    </Panel>
  );
}

/** What each route answered before the load began. */
export function PreflightRecord({ run }: { run: Run }) {
  if (!run.preflight) {
    return <p className="px-4 py-4 text-sm text-muted sm:px-5">No route was asked before the load.</p>;
  }
  return (
    <ul className="divide-y divide-line">
      {run.preflight.answers.map((answer, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two routes may be the same
        <li key={place}>
          <Answer answer={answer} />
        </li>
      ))}
    </ul>
  );
}

function Answer({ answer }: { answer: PreflightAnswer }) {
  const { method, path, attempts, status, protocol, bodyBytes, tookUs, fault } = answer;
  return (
    <details open={fault !== null} className="px-4 py-3 text-sm sm:px-5">
      <summary className="cursor-pointer">
        <span className="inline-flex max-w-[calc(100%-1.5rem)] flex-wrap items-center gap-x-3 gap-y-1 align-top">
          <code className="font-mono text-xs [overflow-wrap:anywhere]">
            {method} {path}
          </code>
          {attempts === 0 ? (
            <Chip>not asked: out of time</Chip>
          ) : (
            <Chip tone={fault === null ? 'ok' : 'bad'}>{status ?? 'no answer'}</Chip>
          )}
          <span className="text-xs text-muted tabular-nums">
            {[
              ...(status === null ? [] : [protocol, formatBytes(bodyBytes)]),
              ...(attempts === 0 ? [] : [`${formatLatencyMs(tookUs / 1000, 1)} ms`]),
              ...(attempts > 1 ? [`asked ${attempts} times`] : []),
            ].join(', ')}
          </span>
        </span>
      </summary>
      {fault !== null && <p className="mt-2">This route {fault}.</p>}
      {status !== null && <Received answer={answer} />}
    </details>
  );
}

function Received({ answer: { headers, bodyBytes, bodyStart } }: { answer: PreflightAnswer }) {
  return (
    <div className="mt-2 grid gap-2">
      <dl className="grid gap-x-4 gap-y-0.5 font-mono text-xs sm:grid-cols-[14rem_minmax(0,1fr)]">
        {headers.map(({ name, value }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a header may come twice
          <div key={place} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="[overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      {bodyBytes === 0 ? (
        <p className="text-xs text-muted">The body is empty.</p>
      ) : (
        <figure>
          <figcaption className="text-xs text-muted">
            {bodyBytes > SHOWN_BYTES ? `The beginning of ${formatBytes(bodyBytes)}` : 'The whole body'}
          </figcaption>
          <pre className="mt-1 whitespace-pre-wrap rounded-control border border-line bg-raised px-3 py-2 font-mono text-xs [overflow-wrap:anywhere]">
            {bodyStart}
          </pre>
        </figure>
      )}
    </div>
  );
}

const SHOWN_BYTES = 300;
