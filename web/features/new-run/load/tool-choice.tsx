'use client';

import { TOOL_NAMES, TOOLS } from '@contract/tools';
import { capitalised } from '@rules/words/text';
import { refusalOf } from '@/features/draft/common-abilities';
import { toolAbilitiesOn } from '@/features/draft/run-facts';
import { useDraft } from '@/features/new-run/draft-form';
import { RadioCards } from '@/features/new-run/radio-cards';
import { abilityLines, abilityText } from '@/lib/ability-words';
import { hasTool, type ToolName } from '@/lib/tools';
import { Chip } from '@/ui/chip';
import { CodeLine } from '@/ui/code-line';
import { Notice } from '@/ui/notice';

/** Every tool is offered, there or not: what a host lacks is said, with what installs it, before anything is run. */
export function ToolChoice() {
  const { form, draft, clients, errorAt } = useDraft();
  const error = errorAt('tool');
  const { install } = TOOLS[draft.tool];
  const ordered = [...TOOL_NAMES].sort((a, b) => rank(a) - rank(b));
  function rank(name: ToolName): number {
    return clients.every((client) => hasTool(client, name)) ? 0 : 1;
  }
  return (
    <div>
      <RadioCards
        field="tool"
        label="Tool"
        value={draft.tool}
        onChange={(tool) => form.setValue('tool', tool, { shouldDirty: true })}
        errorId={error ? 'tool-error' : undefined}
        options={ordered.map((name) => ({ value: name, hint: <Able name={name} />, mark: <Missing name={name} /> }))}
      />
      <div role="status" className={error && 'mt-3'}>
        {error && (
          <Notice kind="bad">
            <p id="tool-error" className="mb-2 text-ink [overflow-wrap:anywhere]">
              {error}
            </p>
            {install && <CodeLine text={install.command} copyLabel="Copy the command" />}
          </Notice>
        )}
      </div>
      <WhatItCan />
    </div>
  );
}

/** What the tool can do, in a line, by what the clients' agents say. */
function Able({ name }: { name: ToolName }) {
  const { draft, hostOf } = useDraft();
  const abilities = toolAbilitiesOn(hostOf, draft.clientHostIds, name);
  if (abilities) return abilityText(abilities);
  const { install } = TOOLS[name];
  if (!install) return 'Comes with the agent.';
  return `${capitalised(install.where)}: ${install.command}`;
}

function Missing({ name }: { name: ToolName }) {
  const { clients, labelOf } = useDraft();
  const without = clients.filter((client) => !hasTool(client, name));
  if (without.length === 0) return null;
  const where = without.length === 1 ? labelOf(without[0]?.id ?? '') : `${without.length} clients`;
  return <Chip tone="warn">{`not on ${where}`}</Chip>;
}

/** The chosen one in full, with what it refuses and why. */
function WhatItCan() {
  const { draft, abilities } = useDraft();
  if (!abilities) return null;
  return (
    <details className="mt-2 text-xs">
      <summary className="cursor-pointer rounded-control text-accent underline-offset-2 hover:underline">
        What {draft.tool} can do{abilities.refusals.length > 0 && ', and what is refused'}
      </summary>
      <ul className="mt-2 grid list-disc gap-1 pl-4 text-muted">
        {abilityLines(abilities).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {abilities.refusals.map(({ mode }) => (
          <li key={mode}>
            <span className="text-ink">Refused:</span> {refusalOf(abilities, mode)}
          </li>
        ))}
      </ul>
    </details>
  );
}
