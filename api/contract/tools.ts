import { keysOf } from './words.ts';

/** The load generators: a row each. It stands apart from the schemas, so that web can have it without zod. */

interface Tool {
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

const rows = <N extends string>(tools: Record<N, Tool>) => tools;

/** In the order in which they are offered. Volley first: it is the one that every host has, and costs its host the least. */
export const TOOLS = rows({
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
});

export const TOOL_NAMES = keysOf(TOOLS);
