import type { ToolFact } from '@contract/host';
import type { ToolAbilities } from '@contract/load';
import { TOOL_NAMES, TOOLS } from '@contract/tools';
import { abilityLines } from '@/lib/ability-words';
import { Chip } from '@/ui/chip';
import { Fold } from '@/ui/fold';

/** Which load generators the host has and what each can do honestly, as its agent says. */
export function ToolsPanel({ tools }: { tools: ToolFact[] }) {
  const missing = TOOL_NAMES.filter((name) => !tools.some((tool) => tool.name === name));
  return (
    <Fold
      id="tools"
      title="Load generators"
      summary={`${tools.map(({ name }) => name).join(', ') || 'none found'}: what each can do, and what its figures mean`}
      flush
    >
      <ul className="divide-y divide-line">
        {tools.map((tool) => (
          <li
            key={tool.path}
            className="grid gap-x-4 gap-y-1.5 px-4 py-3 text-sm sm:grid-cols-[10rem_minmax(0,1fr)] sm:px-5"
          >
            <ToolName tool={tool} />
            <div className="grid max-w-[90ch] gap-2">
              {tool.abilities === null ? (
                <p className="text-muted">Its agent is from before tools said what they can do; update the agent.</p>
              ) : (
                <Abilities abilities={tool.abilities} />
              )}
            </div>
          </li>
        ))}
      </ul>
      {missing.length > 0 && <Missing names={missing} />}
    </Fold>
  );
}

function ToolName({ tool: { name, version, path, abilities } }: { tool: ToolFact }) {
  return (
    <div className="min-w-0">
      <p className="font-semibold">
        {name} <span className="font-normal text-muted">{version}</span>
      </p>
      <p className="font-mono text-xs text-muted [overflow-wrap:anywhere]">{path}</p>
      <p className="mt-1 flex flex-wrap gap-1">
        {abilities?.loops.map(({ loop, latency }) => (
          <Chip key={`${loop} ${latency}`}>{latency === loop ? `${loop} loop` : `${loop} loop, ${latency}`}</Chip>
        ))}
      </p>
    </div>
  );
}

function Abilities({ abilities }: { abilities: ToolAbilities }) {
  return (
    <>
      <ul className="grid list-disc gap-0.5 pl-4 marker:text-faint">
        {abilityLines(abilities).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {abilities.refusals.length > 0 && (
        <div className="text-muted">
          Refused, because:
          <ul className="grid list-disc gap-0.5 pl-4 marker:text-faint">
            {abilities.refusals.map(({ mode, reason }) => (
              <li key={mode}>{reason}.</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function Missing({ names }: { names: (keyof typeof TOOLS)[] }) {
  return (
    <details className="border-t border-line px-4 py-3 text-sm sm:px-5">
      <summary className="w-fit text-muted hover:text-ink">Not on this host: {names.join(', ')}</summary>
      <dl className="mt-2 grid gap-1.5">
        {names.map((name) => {
          const { install } = TOOLS[name];
          return (
            <div key={name} className="grid gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
              <dt>{name}</dt>
              <dd className="text-muted [overflow-wrap:anywhere]">
                {install ? (
                  <>
                    <code className="font-mono text-xs">{install.command}</code>, {install.where}; the agent finds it by
                    itself
                  </>
                ) : (
                  'comes with newer agents: update the agent'
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </details>
  );
}
