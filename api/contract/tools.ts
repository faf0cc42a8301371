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

/** In the order in which they are offered. Volley comes first: every host has it, and it costs the client the least. */
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

/** What a load generator may be able to send beyond plain GETs over HTTP/1.1, and what it does in the words of a sentence. */
export const TOOL_MODES = {
  method: 'sends other requests than GET',
  headers: 'sends headers of your own',
  body: 'sends bodies',
  'body-file': 'sends files',
  expect: 'checks what comes back',
  variables: 'fills in variables',
  secrets: 'keeps secrets out of its command',
  cookies: 'keeps cookies',
  'requests-per-connection': 'closes connections after a number of requests',
  h2: 'speaks HTTP/2',
  tls: 'speaks TLS',
  'tls-server-name': 'asks for a server name of your choice',
  'tls-any': 'accepts any certificate',
  'tls-host': 'verifies the certificate',
  'tls-resume': 'resumes sessions',
  'tls-no-resume': 'makes a full handshake for each connection',
} as const;
export type ToolMode = keyof typeof TOOL_MODES;

export const TOOL_NAMES = keysOf(TOOLS);
