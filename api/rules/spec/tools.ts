import type { ToolName } from '../../contract/load.ts';
import { listed } from '../words/text.ts';

export interface Tool {
  /** What it calls its threads or processes. */
  worker: 'worker' | 'thread' | 'process';
  /** It opens the same number of connections in each of them, and refuses what cannot be shared out so. */
  evenly?: true;
  /** What puts it on a host, and where that works; null: it comes with the agent. */
  install: Install | null;
}

interface Install {
  command: string;
  where: string;
  /** Another way, where there is one. */
  or?: string;
}

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
    install: {
      command: 'go install github.com/tsenart/vegeta/v12@v12.13.0',
      where: 'with Go',
      or: 'its release from https://github.com/tsenart/vegeta',
    },
  },
  oha: {
    worker: 'thread',
    install: { command: 'cargo install oha', where: 'with Rust', or: 'its release from https://github.com/hatoo/oha' },
  },
  wrk2: {
    worker: 'thread',
    evenly: true,
    install: {
      command: 'git clone https://github.com/giltene/wrk2 && make -C wrk2 && sudo install wrk2/wrk /usr/local/bin/wrk2',
      where: 'from its source',
    },
  },
  k6: {
    worker: 'thread',
    install: {
      command: 'go install go.k6.io/k6@v1.8.1',
      where: 'with Go',
      or: 'its package from https://grafana.com/docs/k6/latest/set-up/install-k6/',
    },
  },
};

/** What installs a tool, in words that the agent has too. */
export function installWords(tool: ToolName): string {
  const { install } = TOOLS[tool];
  return install ? `${install.where}: ${install.command}` : 'it comes with the agent';
}

/** One sentence that names the tool, the hosts that lack it and what puts it there. */
export function missingTool(tool: ToolName, hostNames: string[]): string {
  const { install } = TOOLS[tool];
  const one = hostNames.length === 1;
  if (install === null) {
    return `The ${one ? 'agent' : 'agents'} of ${listed(hostNames)} ${one ? 'is' : 'are'} too old to bring ${tool}; update ${one ? 'it' : 'them'} there.`;
  }
  const { command, where, or } = install;
  const other = or === undefined ? '' : `, or take ${or}`;
  return `${tool} is not installed on ${listed(hostNames)}; install it there (${where}: \`${command}\`)${other}; the ${one ? 'agent finds' : 'agents find'} it within seconds.`;
}
