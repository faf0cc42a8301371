'use client';

import { inFlightMax, plannedSeconds, stepWorkers } from '@/lib/estimate';
import { ABSENT, formatCount, plural } from '@/lib/format';
import { setupOf } from '@/lib/run-draft';
import { formatDuration } from '@/lib/time';
import { TOOLS } from '@/lib/tools';
import { useDraft } from './draft-form';

export function Plan() {
  const { run, client, server } = useDraft();
  const { load } = run.spec;
  const setup = client && setupOf(run.spec, client.facts, server?.facts);
  const { worker } = TOOLS[load.tool];
  return (
    <div>
      <p className="text-xs text-muted">Planned duration</p>
      <p className="text-2xl font-semibold tracking-tight">{formatDuration(plannedSeconds(load))}</p>
      <p className="text-xs text-muted">
        {plural(load.steps.length, 'step')}
        {load.warmupSeconds > 0 && `, ${load.warmupSeconds} s warm-up each`}
        {load.pauseSeconds > 0 && load.steps.length > 1 && `, ${load.pauseSeconds} s pauses`}; a few seconds more to
        prepare and restore
      </p>
      <table className="mt-3 w-full text-xs">
        <thead className="text-muted">
          <tr>
            <th scope="col" className="pb-1 text-left font-medium">
              step
            </th>
            <th
              scope="col"
              className="pb-1 text-right font-medium"
              title="Requests in flight at most: connections × pipelining"
            >
              in flight
            </th>
            <th
              scope="col"
              className="pb-1 text-right font-medium"
              title={`The most ${worker}s of the tool that share the connections evenly`}
            >
              tool {worker}s
            </th>
            <th scope="col" className="pb-1 text-right font-medium">
              lasts
            </th>
          </tr>
        </thead>
        <tbody>
          {load.steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have no identity but their place
            <tr key={index} className="border-t border-line">
              <td className="py-1 text-muted">{index + 1}</td>
              <td className="py-1 text-right">{formatCount(inFlightMax(step))}</td>
              <td className="py-1 text-right">
                {setup ? (stepWorkers(step.connections, setup.toolWorkers, setup.toolWorkersAsked) ?? ABSENT) : ABSENT}
              </td>
              <td className="py-1 text-right">{formatDuration(step.durationSeconds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
