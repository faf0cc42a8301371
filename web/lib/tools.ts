import type { Host } from '@contract/host';
import type { ToolAbilities, ToolLoop, ToolName } from '@contract/load';

export type { ToolName };

export const hasTool = (host: Host, name: ToolName): boolean => host.facts.tools.some((tool) => tool.name === name);

/** What the host says that its tool can do; null: it lacks the tool, or its agent is older than such words. */
export const abilitiesOf = (host: Host, name: ToolName): ToolAbilities | null =>
  host.facts.tools.find((tool) => tool.name === name)?.abilities ?? null;

/** What a tool can do in that loop; null where it does not drive it. */
export const loopOf = (abilities: ToolAbilities, loop: ToolLoop['loop']): ToolLoop | null =>
  abilities.loops.find((one) => one.loop === loop) ?? null;
