'use client';

import { CodeLine } from '@/ui/code-line';

interface ConfigurationHelpProps {
  label: string;
  /** Such as 'A port is allowed'. */
  what: string;
  example: string;
}

/** How the host's configuration file says it; the agent reads the file at its start. */
export function ConfigurationHelp({ label, what, example }: ConfigurationHelpProps) {
  return (
    <details className="group/help text-xs text-muted">
      <summary className="cursor-pointer rounded-control text-accent underline-offset-2 hover:underline">
        How to add one
      </summary>
      <div className="mt-2 grid gap-2">
        <p className="text-pretty">
          {what} in the configuration file of {label}: <code className="font-mono">/etc/millionrps/agent.json</code>, or
          what its agent was given with <code className="font-mono">--config</code>. The agent reads it when it starts;
          docs/hosts.md has every key.
        </p>
        <CodeLine text={example} copyLabel="Copy the lines" />
      </div>
    </details>
  );
}
