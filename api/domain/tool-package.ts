import type { ToolName } from '../contract/load.ts';

/** How a load generator that is missing gets onto a host. */
const INSTALL: Record<ToolName, string> = {
  autocannon: '`npm install --global autocannon`',
  wrk: '`apt-get install wrk` on Debian and Ubuntu',
};

/** One sentence that names the tool, the host and the package. */
export function missingTool(tool: ToolName, hostName: string): string {
  return `${tool} is not installed on ${hostName}; install it there by ${INSTALL[tool]}; its agent finds it within seconds.`;
}
