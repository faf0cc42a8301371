import type { Host } from '@contract/host';
import type { RunSpec } from '@contract/spec';
import { designOf, type Recipe } from '@rules/recipes/recipe';
import { obstaclesOf, type Places } from '@/features/draft/obstacles';
import { type ExperimentDraft, experimentDraftOf } from '../form/experiment-draft';
import { readExperiment } from '../form/read-experiment';
import { readBaseline } from '../form/read-variant';

/** A recipe with hosts: what its form begins with, or why these hosts cannot answer its question. */
export type FilledRecipe =
  | { makes: 'experiment'; name: string; spec: RunSpec; draft: ExperimentDraft; runs: number; wholeUs: number }
  | { makes: 'run'; name: string; spec: RunSpec }
  | { makes: 'nothing'; why: string };

/** Asked by the very checks of the forms, which are those of the API. */
export function filledRecipe(recipe: Recipe, server: Host, client: Host, places: Places): FilledRecipe {
  const hosts = { server: asNamed(server, places), client: asNamed(client, places) };
  if (recipe.makes === 'run') {
    const made = recipe.on(hosts);
    if ('refusal' in made) return { makes: 'nothing', why: made.refusal };
    const [obstacle] = Object.values(obstaclesOf(made.spec, places));
    return obstacle ? { makes: 'nothing', why: obstacle } : { makes: 'run', ...made };
  }
  const made = recipe.on(hosts);
  if ('refusal' in made) return { makes: 'nothing', why: made.refusal };
  const { spec } = made.baseline;
  const design = designOf(recipe.question, made);
  const draft = experimentDraftOf(design, design.variants);
  const baseline = readBaseline(spec, places);
  const { faults, runs, wholeUs } = readExperiment(draft, baseline, null);
  const [obstacle] = [...Object.values(baseline.obstacles), ...Object.values(faults)];
  if (obstacle) return { makes: 'nothing', why: obstacle };
  return { makes: 'experiment', name: recipe.question, spec, draft, runs, wholeUs };
}

const asNamed = ({ id, facts }: Host, { labelOf }: Places) => ({ id, name: labelOf(id), facts });
