import type { LatencyMs } from '@contract/point';
import type { Run } from '@contract/run';
import { LOOP_TEXT } from '@/lib/target-text';
import type { Percentile } from './percentiles';

interface StepsHeadProps {
  run: Run;
  percentiles: Percentile[];
  /** Kinds of latency in it. */
  loops: LatencyMs['loop'][];
  /** Some step has a limit to what is in flight. */
  limited: boolean;
  /** Some step has a verdict. */
  judged: boolean;
}

export function StepsHead({ run, percentiles, loops, limited, judged }: StepsHeadProps) {
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={2}>
          step
        </th>
        <th scope="col" rowSpan={2}>
          {askedTitle(run)}
        </th>
        {limited && (
          <th scope="col" rowSpan={2}>
            in flight
            <br />
            at most
          </th>
        )}
        {judged && limited && (
          <th
            scope="col"
            rowSpan={2}
            title="Requests in flight by Little’s law (throughput × latency) over those that were possible"
          >
            Little’s
            <br />
            ratio
          </th>
        )}
        <th scope="col" rowSpan={2}>
          req/s
        </th>
        {judged && (
          <th scope="col" rowSpan={2} className="left" title="What limited the figure">
            wall
          </th>
        )}
        <th scope="colgroup" colSpan={percentiles.length} className="!border-b-line !text-center">
          latency, ms{loops.length === 1 && loops[0] ? ` · ${LOOP_TEXT[loops[0]]}` : ''}
        </th>
        <th scope="col" rowSpan={2}>
          MB/s
        </th>
        <th scope="colgroup" colSpan={2} className="!border-b-line !text-center">
          CPU µs/req
        </th>
        <th scope="colgroup" colSpan={2} className="!border-b-line !text-center">
          requests counted
        </th>
        <th scope="col" rowSpan={2}>
          errors
        </th>
        <th scope="col" rowSpan={2} className="left">
          status
        </th>
      </tr>
      <tr>
        {percentiles.map(({ key, label }) => (
          <th key={key} scope="col" className="!px-1.5">
            {label}
          </th>
        ))}
        <th scope="col">server</th>
        <th scope="col">client</th>
        <th scope="col">by tool</th>
        <th scope="col">by server</th>
      </tr>
    </thead>
  );
}

function askedTitle({ steps }: Run): string {
  const loops = new Set(steps.map(({ spec }) => spec.loop));
  if (loops.size > 1) return 'asked';
  return loops.has('open') ? 'rate asked' : 'connections';
}
