import { JOURNAL_RECIPES } from './journal-recipes.ts';
import type { Recipe } from './recipe.ts';
import { SERVICE_RECIPES } from './service-recipes.ts';
import { TEST_RECIPES } from './test-recipes.ts';

/** Every recipe, as people are offered them. */
export const RECIPES: { id: string; title: string; recipes: readonly Recipe[] }[] = [
  { id: 'test', title: 'Can I trust this test?', recipes: TEST_RECIPES },
  { id: 'journal', title: 'Chasing one million', recipes: JOURNAL_RECIPES },
  { id: 'services', title: 'What stands behind the server', recipes: SERVICE_RECIPES },
];
