'use client';

import { formatCount } from '@rules/words/numbers';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '@/ui/button';
import { Menu, MenuCheck } from '@/ui/menu';

export interface Choice {
  value: string;
  label: string;
  runs?: number;
}

/** A facet is called what it is. */
export const toChoice = ({ value, runs }: { value: string; runs: number }): Choice => ({ value, label: value, runs });

interface ManyProps {
  label: string;
  chosen: string[];
  choices: Choice[];
  onChange: (chosen: string[]) => void;
}

export function SeveralFilter({ label, chosen, choices, onChange }: ManyProps) {
  const has = (value: string) => chosen.some((one) => one.toLowerCase() === value.toLowerCase());
  // What an address asks for stays visible, even if no run has it any more.
  const gone = chosen.filter((value) => !choices.some((choice) => choice.value.toLowerCase() === value.toLowerCase()));
  const all = [...choices, ...gone.map((value) => ({ value, label: value, runs: 0 }))];
  const said = all.filter(({ value }) => has(value)).map((choice) => choice.label);
  return (
    <Menu trigger={<FilterButton label={label} said={said} />}>
      {all.map(({ value, label: text, runs }) => (
        <MenuCheck
          key={value}
          checked={has(value)}
          aside={runs === undefined ? undefined : formatCount(runs)}
          onCheckedChange={(on) =>
            onChange(on ? [...chosen, value] : chosen.filter((one) => one.toLowerCase() !== value.toLowerCase()))
          }
        >
          {text}
        </MenuCheck>
      ))}
    </Menu>
  );
}

interface OneProps {
  label: string;
  chosen: string | null;
  choices: Choice[];
  onChange: (chosen: string | null) => void;
}

/** Absent while there is nothing to choose from. */
export function OneFilter({ label, chosen, choices, onChange }: OneProps) {
  if (choices.length < 2 && chosen === null) return null;
  return (
    <SeveralFilter
      label={label}
      chosen={chosen === null ? [] : [chosen]}
      choices={choices}
      onChange={(next) => onChange(next.find((value) => value !== chosen) ?? null)}
    />
  );
}

function FilterButton({ label, said, ...rest }: ComponentProps<typeof Button> & { label: string; said: string[] }) {
  const on = said.length > 0;
  return (
    <Button {...rest} className={on ? 'max-w-full border-accent' : undefined} title={on ? said.join(', ') : undefined}>
      <span className="truncate">
        {label}
        {on && `: ${said.length > 2 ? `${said.length} chosen` : said.join(', ')}`}
      </span>
      <ChevronDown aria-hidden className="size-3.5 shrink-0" />
    </Button>
  );
}
