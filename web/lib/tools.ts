import type { Host, LatencyMs, RunSpec } from '../api/types';

export type ToolName = RunSpec['load']['tool'];

export interface Tool {
  name: ToolName;
  /** What it can do, in a line. */
  can: string;
  /** What it calls its threads. */
  worker: 'worker' | 'thread';
  /** The kind of latency that it reports. */
  loop: LatencyMs['loop'];
  /** The command that installs its package, and where that command works. */
  install: string;
  installsOn: string;
}

export const TOOLS: Record<ToolName, Tool> = {
  autocannon: {
    name: 'autocannon',
    can: 'Closed loop. Latency in whole milliseconds, no p95. A worker is an event loop of Node.js.',
    worker: 'worker',
    loop: 'closed',
    install: 'npm install --global autocannon',
    installsOn: 'with npm',
  },
  wrk: {
    name: 'wrk',
    can: 'Closed loop, percentiles corrected afterwards: synthetic. Latency in microseconds, none with pipelining. A thread is an event loop in C.',
    worker: 'thread',
    loop: 'synthetic',
    install: 'apt-get install wrk',
    installsOn: 'on Debian and Ubuntu',
  },
};

export const TOOL_NAMES = Object.keys(TOOLS) as ToolName[];

export const hasTool = (host: Host, name: ToolName): boolean => host.facts.tools.some((tool) => tool.name === name);

/** The one sentence for a tool that the host of the load generator lacks: which, where, and what puts it there. */
export function missingToolSentence(name: ToolName, hostLabel: string): string {
  const { install, installsOn } = TOOLS[name];
  return `${name} is not on ${hostLabel}. Install the package ${name} there (${installsOn}: ${install}); its agent finds it by itself.`;
}
