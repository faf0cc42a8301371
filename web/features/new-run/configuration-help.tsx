'use client';

import { CodeLine } from '@/ui/code-line';
import { ConfigurationFilePlace } from '@/ui/configuration-file-place';

interface ConfigurationHelpProps {
  label: string;
  /** Such as 'A port is allowed'. */
  what: string;
  example: string;
}

/** How the host's configuration file says it; the agent reads the file again by itself. */
export function ConfigurationHelp({ label, what, example }: ConfigurationHelpProps) {
  return (
    <details className="group/help text-xs text-muted">
      <summary className="cursor-pointer rounded-control text-accent underline-offset-2 hover:underline">
        How to add one
      </summary>
      <div className="mt-2 grid gap-2">
        <p className="text-pretty">
          {what} in the configuration file of {label}: <ConfigurationFilePlace />. The agent reads it again within
          seconds, or once the run that holds the host is over; docs/tuning.md and docs/hosts.md have every key.
        </p>
        <CodeLine text={example} copyLabel="Copy the lines" />
      </div>
    </details>
  );
}
