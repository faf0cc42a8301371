import type { Run } from '@contract/run';
import { shellLine } from '@rules/script/shell';
import { protocolOf, stepText } from '@rules/spec/load-words';
import { CodeLine } from '@/ui/code-line';

interface Entry {
  label: string;
  command: string[];
}

function entriesOf(run: Run): Entry[] {
  const target = run.target ? [{ label: 'target', command: run.target.command }] : [];
  const steps = run.steps.flatMap(({ index, spec, warmupCommand, command, clients }) => {
    const apart = clients.length > 1;
    return [
      { label: `step ${index + 1}, warm-up`, command: warmupCommand },
      ...(apart
        ? clients.map((client) => ({
            label: `step ${index + 1}, ${stepText(client.share, protocolOf(run))}, ${client.name}`,
            command: client.command,
          }))
        : [{ label: `step ${index + 1}, ${stepText(spec, protocolOf(run))}`, command }]),
    ];
  });
  return [...target, ...steps].filter(({ command }) => command.length > 0);
}

/** Commands as executed, quoted so that a shell reads the same arguments. */
export function CommandsRecord({ run }: { run: Run }) {
  const entries = entriesOf(run);
  if (entries.length === 0) return <p className="px-4 py-4 text-sm text-muted sm:px-5">Nothing was started yet.</p>;
  return (
    <dl className="grid gap-3 px-4 py-4 sm:px-5">
      {entries.map(({ label, command }) => (
        <div key={label} className="grid gap-x-4 gap-y-1 sm:grid-cols-[11rem_minmax(0,1fr)]">
          <dt className="text-xs text-muted sm:pt-2">{label}</dt>
          <dd className="min-w-0">
            <CodeLine text={shellLine(command)} copyLabel={`Copy the command of ${label}`} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
