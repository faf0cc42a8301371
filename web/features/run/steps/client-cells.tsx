import type { Protocol } from '@contract/load';
import type { ClientFigures, RunStep } from '@contract/step';
import { errorTotal } from '@rules/load/failed-requests';
import { whyNoPercentile } from '@rules/load/why-absent';
import { WHY_NOT_MEASURED } from '@rules/run/run-words';
import { shareText, stepText } from '@rules/spec/load-words';
import { formatCount, formatLatencyMs, formatSignificant, plural } from '@rules/words/numbers';
import { errorKinds } from '@/lib/request-errors';
import { Absent, Measured } from '@/ui/absent';
import { Chip } from '@/ui/chip';
import type { Column } from '@/ui/data-table';
import { type ClientRow, shortUs, signedUs } from './client-rows';

export const CLIENT_COLUMNS: Column[] = [
  'client',
  'asked of it',
  { head: 'req/s', title: 'Over its own time of load' },
  { head: 'p50 / p99, ms', title: 'Of its own requests alone' },
  { head: 'began', title: 'After the first client, on the clock of the API' },
  { head: 'clock', title: 'The clock of the API less that of the host, as measured, and how sure that is' },
  { head: 'CPU µs/req', title: 'Of the tool on this host' },
  'errors',
];

interface ClientCellsProps {
  row: ClientRow;
  status: RunStep['status'];
  protocol: Protocol | undefined;
}

export function ClientCells({ row, status, protocol }: ClientCellsProps) {
  const { client, figures, part } = row;
  return (
    <tr>
      <td>
        <span className="block min-w-28 max-w-40 whitespace-normal font-medium [overflow-wrap:anywhere]">
          {client.name}
        </span>
        {client.failure && <Chip tone="bad">failed</Chip>}
      </td>
      <td>
        <span className="ml-auto block min-w-28 max-w-72 whitespace-normal">{stepText(client.share, protocol)}</span>
        {part !== null && <div className="text-xs text-muted">{shareText(part)} of all requests</div>}
      </td>
      {figures ? (
        <Figures row={row} figures={figures} />
      ) : (
        CLIENT_COLUMNS.slice(2).map((_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          <td key={place}>
            <Absent why={client.failure?.sentence ?? WHY_NOT_MEASURED[status]} />
          </td>
        ))
      )}
    </tr>
  );
}

function Figures({ row: { start }, figures }: { row: ClientRow; figures: ClientFigures }) {
  const { latencyMs, errors, clock } = figures;
  const latency = (ms: number | null, label: string) => (
    <Measured value={ms} why={whyNoPercentile(figures, label)}>
      {(value) => formatLatencyMs(value, latencyMs.resolutionUs)}
    </Measured>
  );
  const failed = errorTotal(errors);
  return (
    <>
      <td>
        <span className="font-semibold">{formatCount(figures.requestsPerSecond)}</span>
        {figures.offeredPerSecond !== null && (
          <div className="text-xs text-muted">of {formatCount(figures.offeredPerSecond)} offered</div>
        )}
        {figures.unsent !== null && <div className="text-xs text-muted">{formatCount(figures.unsent)} unsent</div>}
      </td>
      <td>
        {latency(latencyMs.p50, 'p50')} / {latency(latencyMs.p99, 'p99')}
        <div className="text-xs text-muted">{latencyMs.loop}</div>
      </td>
      <td>
        <Measured value={start} why="Its clock was not measured: the host had not heard from the API for long">
          {({ afterFirstUs, uncertaintyUs }) =>
            afterFirstUs === 0 && uncertaintyUs === 0 ? (
              'first'
            ) : (
              <>
                {signedUs(afterFirstUs)}
                <div className="text-xs text-muted">± {shortUs(uncertaintyUs)}</div>
              </>
            )
          }
        </Measured>
      </td>
      <td>
        <Measured value={clock} why="Not measured: the host had not heard from the API for long">
          {({ offsetUs, uncertaintyUs }) => (
            <>
              {signedUs(offsetUs)}
              <div className="text-xs text-muted">± {shortUs(uncertaintyUs)}</div>
            </>
          )}
        </Measured>
      </td>
      <td>
        <Measured value={figures.cpuUsPerRequest} why="No samples of this host inside the step's window">
          {(us) => formatSignificant(us)}
        </Measured>
        {figures.cpus !== null && <div className="text-xs text-muted">{formatSignificant(figures.cpus)} CPUs</div>}
        {figures.toolWorkers !== null && (
          <div className="text-xs text-muted">{plural(figures.toolWorkers, 'worker')}</div>
        )}
      </td>
      <td>
        <span className={failed > 0 ? 'font-semibold text-bad' : undefined}>{formatCount(failed)}</span>
        {failed > 0 && <div className="ml-auto w-24 whitespace-normal text-xs text-muted">{errorKinds(errors)}</div>}
      </td>
    </>
  );
}
