'use client';

import type { Recipe } from '@rules/recipes/recipe';
import { useRouter } from 'next/navigation';
import { draftOf, isTyped } from '@/features/draft/run-draft';
import { handDraft, setAside, storedDraft } from '@/features/new-run/draft-storage';
import { focusMain } from '@/ui/browser/opener';
import { Button } from '@/ui/button';
import { handExperiment } from '../form/experiment-storage';
import type { FilledRecipe } from './filled-recipe';
import { plannedText } from './planned-text';

interface RecipeRowProps {
  recipe: Recipe;
  filled: FilledRecipe;
  /** The form for experiments is on the same page, and has to begin anew. */
  onHanded: () => void;
}

/** A question, what is varied to answer it, how long that takes; or why these hosts cannot. */
export function RecipeRow({ recipe, filled, onHanded }: RecipeRowProps) {
  const router = useRouter();
  const open = (): void => {
    focusMain();
    if (filled.makes === 'run') {
      const typed = storedDraft(null);
      if (typed && isTyped(typed)) setAside({ fromId: null, draft: typed });
      handDraft(null, { ...draftOf(filled.spec), name: filled.name });
      router.push('/runs/new');
    } else if (filled.makes === 'experiment') {
      const address = handExperiment({ name: filled.name, spec: filled.spec, from: 'recipe' }, filled.draft);
      onHanded();
      router.push(address);
    }
  };
  const refused = filled.makes === 'nothing';
  return (
    <li className="grid gap-x-6 gap-y-1 py-2.5 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)_16rem]">
      <p className="min-w-0 text-sm font-medium lg:col-start-1 lg:row-start-1">{recipe.question}</p>
      <p className="min-w-0 text-xs text-muted sm:row-start-2 lg:col-start-2 lg:row-start-1">
        {recipe.varies}
        {refused && <span className="block text-warn [overflow-wrap:anywhere]">{filled.why}</span>}
      </p>
      {!refused && (
        <div className="flex items-center justify-between gap-3 sm:row-span-2 sm:justify-end lg:col-start-3 lg:row-span-1 lg:row-start-1">
          <span className="text-xs text-muted">{plannedText(filled)}</span>
          <Button onClick={open} aria-label={`Set up: ${recipe.question}`}>
            Set up
          </Button>
        </div>
      )}
    </li>
  );
}
