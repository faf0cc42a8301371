import { csvText } from '@rules/export/csv';
import type { Varies } from '@/lib/ramp';
import type { Ramp, RampPoint } from './ramp-points';

const LOADS: Record<Varies, string> = {
  connections: 'connections',
  pipelining: 'pipelining',
  toolWorkers: 'tool_workers',
  requestsPerSecond: 'requests_per_second_asked',
  step: 'place',
};

/** Every step of a ramp, from left to right; the picture draws repeats of one load together. */
export function rampCsv({ varies, points, knee, bracket }: Ramp): string {
  const searched = knee !== null || bracket !== null;
  return csvText<RampPoint>(
    [
      { name: 'step', of: ({ stepIndex }) => stepIndex + 1 },
      { name: LOADS[varies], of: ({ x }) => x },
      { name: 'requests_per_second', of: ({ requestsPerSecond }) => requestsPerSecond },
      { name: 'offered_requests_per_second', of: ({ offeredPerSecond }) => offeredPerSecond },
      { name: 'latency_ms_p99', of: ({ p99 }) => p99 },
      { name: 'latency_ms_p99_lowest_client', of: ({ p99Range }) => p99Range?.low ?? null },
      { name: 'latency_ms_p99_highest_client', of: ({ p99Range }) => p99Range?.high ?? null },
      { name: 'invalid', of: ({ validity }) => validity === 'invalid' },
      { name: 'limited_by', of: ({ wall, validity }) => (validity === 'invalid' ? null : (wall?.name ?? null)) },
      ...(searched
        ? [
            { name: 'knee', of: ({ x, again }: RampPoint) => x === knee && !again },
            { name: 'ceiling_low', of: () => bracket?.low ?? null },
            { name: 'ceiling_high', of: () => bracket?.high ?? null },
          ]
        : []),
    ],
    points,
  );
}
