'use client';

import { MAX_VARIANTS } from '@contract/limits';
import { plural } from '@rules/words/numbers';
import { Plus } from 'lucide-react';
import { Button } from '@/ui/button';
import { Panel } from '@/ui/panel';
import { emptyVariant } from './experiment-draft';
import { useExperimentDraft } from './experiment-form';
import { VariantFields } from './variant-fields';

export function VariantsCard() {
  const { draft, errorAt, setVariants } = useExperimentDraft();
  const { variants } = draft;
  const add = (): void => {
    setVariants([...variants, emptyVariant()]);
    const at = variants.length;
    requestAnimationFrame(() => document.getElementById(`variants.${at}.add`)?.focus());
  };
  const error = errorAt('variants');
  return (
    <Panel title="Variants" aside={`${plural(variants.length, 'variant')}, each the baseline with changes`} flush>
      <ul className="divide-y divide-line border-t border-line">
        {variants.map((_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: variants have no identity but their place
          <li key={at}>
            <VariantFields at={at} />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-3 sm:px-5">
        {variants.length < MAX_VARIANTS ? (
          <Button data-field="variants" onClick={add}>
            <Plus aria-hidden className="size-3.5" />
            Add a variant
          </Button>
        ) : (
          <p className="text-xs text-muted">{MAX_VARIANTS} variants are the most.</p>
        )}
        {error && <p className="text-xs text-bad">{error}</p>}
      </div>
    </Panel>
  );
}
