import type { Host } from '@contract/host';
import type { ToolAbilities, ToolLoop, ToolName } from '@contract/load';

export type { ToolName };

export interface Tool {
  /** What it calls its threads or processes. */
  worker: 'worker' | 'thread' | 'process';
  /** It opens the same number of connections in each of them. */
  evenly?: true;
  /** What puts it on a host, and where that works; null: it comes with the agent. */
  install: { command: string; where: string } | null;
}

/** Volley first: it is the one that every host has, and costs its host the least. */
export const TOOLS: Record<ToolName, Tool> = {
  volley: { worker: 'thread', install: null },
  autocannon: {
    worker: 'worker',
    evenly: true,
    install: { command: 'npm install --global autocannon', where: 'with npm' },
  },
  wrk: { worker: 'thread', evenly: true, install: { command: 'apt-get install wrk', where: 'on Debian and Ubuntu' } },
  vegeta: {
    worker: 'process',
    install: { command: 'go install github.com/tsenart/vegeta/v12@v12.13.0', where: 'with Go' },
  },
  oha: { worker: 'thread', install: { command: 'cargo install oha', where: 'with Rust' } },
  wrk2: {
    worker: 'thread',
    evenly: true,
    install: { command: 'git clone https://github.com/giltene/wrk2 && make -C wrk2', where: 'from its source' },
  },
  k6: { worker: 'thread', install: { command: 'go install go.k6.io/k6@latest', where: 'with Go' } },
};

export const TOOL_NAMES = Object.keys(TOOLS) as ToolName[];

export const hasTool = (host: Host, name: ToolName): boolean => host.facts.tools.some((tool) => tool.name === name);

/** What the host says that its tool can do; null: it lacks the tool, or its agent is older than such words. */
export const abilitiesOf = (host: Host, name: ToolName): ToolAbilities | null =>
  host.facts.tools.find((tool) => tool.name === name)?.abilities ?? null;

/** What a tool can do in that loop; null where it does not drive it. */
export const loopOf = (abilities: ToolAbilities, loop: ToolLoop['loop']): ToolLoop | null =>
  abilities.loops.find((one) => one.loop === loop) ?? null;

/** The one sentence for a tool that a host lacks: which, where, and what puts it there. */
export function missingToolSentence(name: ToolName, hostLabel: string): string {
  const { install } = TOOLS[name];
  if (install === null) return `The agent of ${hostLabel} is too old to have ${name}; update it.`;
  return `${name} is not on ${hostLabel}. Install it there (${install.where}: ${install.command}); its agent finds it by itself.`;
}
