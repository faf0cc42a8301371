'use client';

import type { ShownResult } from '@contract/comparison';
import { ChevronDown } from 'lucide-react';
import { useMemo } from 'react';
import { type EmbedChoice, embedChoices } from '@/features/experiments/page/embeds';
import { Button } from '@/ui/button';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '@/ui/menu';

/** What a finding can show of this result, put where the cursor is. */
export function InsertMenu({ result, put }: { result: ShownResult; put: (paragraph: string) => void }) {
  // Of hundreds of runs they are thousands, and the editor is drawn anew with each character.
  const { outcomes, points } = useMemo(() => embedChoices(result), [result]);
  if (outcomes.length + points.length === 0) return null;
  const items = (choices: EmbedChoice[]) =>
    choices.map(({ label, markdown }) => (
      <MenuItem key={markdown} onSelect={() => put(markdown)}>
        <span className="min-w-0 [overflow-wrap:anywhere]">{label}</span>
      </MenuItem>
    ));
  return (
    <Menu
      align="end"
      // The cursor is where the paragraph was put.
      onCloseAutoFocus={(event) => event.preventDefault()}
      trigger={
        <Button>
          Insert figures
          <ChevronDown aria-hidden className="size-3.5" />
        </Button>
      }
    >
      {outcomes.length > 0 && <MenuLabel>Outcomes</MenuLabel>}
      {items(outcomes)}
      {outcomes.length > 0 && points.length > 0 && <MenuSeparator />}
      {points.length > 0 && <MenuLabel>Points</MenuLabel>}
      {items(points)}
    </Menu>
  );
}
