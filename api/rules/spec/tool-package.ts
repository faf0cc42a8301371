import type { ToolName } from '../../contract/load.ts';

/** How a load generator that is missing gets onto a host. */
const INSTALL: Record<Exclude<ToolName, 'volley'>, string> = {
  autocannon: '`npm install --global autocannon`',
  wrk: '`apt-get install wrk` on Debian and Ubuntu',
  vegeta:
    '`go install github.com/tsenart/vegeta/v12@v12.13.0` with Go, or its release from https://github.com/tsenart/vegeta',
  oha: '`cargo install oha`, or its release from https://github.com/hatoo/oha',
  wrk2: 'building it from https://github.com/giltene/wrk2',
  k6: 'its package from https://grafana.com/docs/k6/latest/set-up/install-k6/',
};

/** One sentence that names the tool, the host and the package. */
export function missingTool(tool: ToolName, hostName: string): string {
  if (tool === 'volley') return `The agent of ${hostName} is too old to bring volley; update it there.`;
  return `${tool} is not installed on ${hostName}; install it there by ${INSTALL[tool]}; its agent finds it within seconds.`;
}
