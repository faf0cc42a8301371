'use client';

import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import { CEILING, isLoadPreset, type Preset, QUICK, RAMPS, RATES, rampFor } from '@/features/draft/presets';
import { classNames } from '@/ui/class-names';
import { useDraft } from './draft-form';
import { presetText, useLoadPreset } from './load/load-preset';
import { OriginalDialog } from './on-demand';

const CARD =
  'flex min-h-14 min-w-0 flex-col justify-center rounded-control border border-control/60 bg-panel px-3 py-1.5 text-left hover:border-control aria-pressed:border-accent aria-pressed:bg-accent-soft';

/** What a run begins with: a load that fits the host, another run, or a question. */
export function PresetRow() {
  const { draft, server, clients, original } = useDraft();
  const apply = useLoadPreset();
  const [choosing, setChoosing] = useState(false);
  const ramp = RAMPS.find((one) => isLoadPreset(one, draft)) ?? rampFor((server ?? clients[0])?.facts.cpus ?? 1);
  return (
    <fieldset aria-label="Start with" className="grid grid-cols-2 gap-2 sm:grid-cols-3 xl:grid-cols-6">
      {[QUICK, ramp, CEILING, RATES].map((preset: Preset) => (
        <button
          key={preset.title}
          type="button"
          aria-pressed={isLoadPreset(preset, draft)}
          className={CARD}
          onClick={() => apply(preset)}
        >
          <Words title={preset.title}>{presetText(preset)}</Words>
        </button>
      ))}
      <button type="button" aria-haspopup="dialog" className={CARD} onClick={() => setChoosing(true)}>
        <Words title="From a run">{original ? 'another one' : 'its configuration, to change'}</Words>
      </button>
      <Link href="/experiments/new" className={classNames(CARD, 'text-ink')}>
        <Words title="A recipe">a question, as an experiment</Words>
      </Link>
      {choosing && <OriginalDialog onClose={() => setChoosing(false)} />}
    </fieldset>
  );
}

function Words({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <span className="text-sm font-medium">{title}</span>
      <span className="text-xs text-pretty text-muted sm:line-clamp-2">{children}</span>
    </>
  );
}
