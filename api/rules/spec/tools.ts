import type { ToolName } from '../../contract/load.ts';
import { TOOLS } from '../../contract/tools.ts';
import { listed } from '../words/text.ts';

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
