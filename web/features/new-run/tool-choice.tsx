'use client';

import { Chip } from '@/components/chip';
import { CodeLine } from '@/components/code-line';
import { Notice } from '@/components/notice';
import { hasTool, TOOL_NAMES, TOOLS } from '@/lib/tools';
import { useDraft } from './draft-form';
import { RadioCards } from './radio-cards';

/** Every tool is offered, there or not: what a host lacks is said, with what installs it, before anything is run. */
export function ToolChoice() {
  const { form, draft, client, labelOf, errorAt } = useDraft();
  const error = errorAt('tool');
  const { install } = TOOLS[draft.tool];
  return (
    <div>
      <RadioCards
        field="tool"
        label="Tool"
        value={draft.tool}
        onChange={(tool) => form.setValue('tool', tool, { shouldDirty: true })}
        errorId={error ? 'tool-error' : undefined}
        options={TOOL_NAMES.map((name) => ({
          value: name,
          hint: TOOLS[name].can,
          mark: client && !hasTool(client, name) && <Chip tone="warn">{`not on ${labelOf(client.id)}`}</Chip>,
        }))}
      />
      <div role="status" className={error && 'mt-3'}>
        {error && (
          <Notice kind="bad">
            <p id="tool-error" className="mb-2 text-ink">
              {error}
            </p>
            <CodeLine text={install} copyLabel="Copy the command" />
          </Notice>
        )}
      </div>
    </div>
  );
}
