import type { Protocol } from '@contract/load';
import type { RunStep } from '@contract/step';
import { commonWindowText } from '@rules/load/common-window-words';
import { shellLine } from '@rules/script/shell';
import { plural } from '@rules/words/numbers';
import { CodeLine } from '@/ui/code-line';
import { DataTable } from '@/ui/data-table';
import { Notice } from '@/ui/notice';
import { CLIENT_COLUMNS, ClientCells } from './client-cells';
import { clientRows } from './client-rows';

/** Each client's part in a step, where several act as one or one failed. */
export function StepClients({ step, protocol }: { step: RunStep; protocol: Protocol | undefined }) {
  if (step.clients.length < 2 && !step.clients.some(({ failure }) => failure !== null)) return null;
  return (
    <section
      aria-label={`Clients of step ${step.index + 1}`}
      className="-mx-4 min-w-0 border-t border-line pt-3 sm:-mx-5"
    >
      <CommonWindow step={step} />
      <Failures step={step} />
      <DataTable label="Clients" className="first-stays tight" columns={CLIENT_COLUMNS}>
        {clientRows(step).map((row) => (
          <ClientCells key={row.client.hostId} row={row} status={step.status} protocol={protocol} />
        ))}
      </DataTable>
      <Commands step={step} />
    </section>
  );
}

function CommonWindow({ step: { point, clients } }: { step: RunStep }) {
  const text = point && commonWindowText(point, clients.length);
  return text && <p className="max-w-[90ch] px-4 pb-2 text-sm text-muted sm:px-5">{text}</p>;
}

/** One client that fails takes its step with it, and nothing of what the others measured. */
function Failures({ step: { clients } }: { step: RunStep }) {
  const failed = clients.filter(({ failure }) => failure !== null);
  if (failed.length === 0) return null;
  const kept = clients.filter(({ figures }) => figures !== null).length;
  return (
    <div className="px-4 pb-3 sm:px-5">
      <Notice kind="bad" title={`${plural(failed.length, 'client')} of ${clients.length} failed, and the step with it`}>
        <ul className="grid gap-0.5">
          {failed.map(({ hostId, name, failure }) => (
            <li key={hostId}>
              {name}: {failure?.sentence} <code className="font-mono text-xs">{failure?.code}</code>
            </li>
          ))}
        </ul>
        {kept > 0 && `What ${kept === 1 ? 'the other client' : `the other ${kept} clients`} measured is kept below.`}
      </Notice>
    </div>
  );
}

function Commands({ step: { clients } }: { step: RunStep }) {
  const started = clients.filter(({ command }) => command.length > 0);
  if (started.length === 0) return null;
  return (
    <details className="border-t border-line px-4 py-3 text-sm sm:px-5">
      <summary className="w-fit text-muted hover:text-ink">Exact commands</summary>
      <dl className="mt-3 grid gap-3">
        {started.map(({ hostId, name, command }) => (
          <div key={hostId} className="grid gap-x-4 gap-y-1 sm:grid-cols-[11rem_minmax(0,1fr)]">
            <dt className="text-xs text-muted [overflow-wrap:anywhere] sm:pt-2">{name}</dt>
            <dd className="min-w-0">
              <CodeLine text={shellLine(command)} copyLabel={`Copy the command of ${name}`} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
