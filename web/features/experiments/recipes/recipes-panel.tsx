'use client';

import type { Host } from '@contract/host';
import { RECIPES } from '@rules/recipes/recipes';
import { useMemo, useState } from 'react';
import { automaticHost, hostLabels } from '@/features/draft/host-label';
import { hostAmong } from '@/features/draft/run-facts';
import { SelectBox } from '@/ui/inputs/control';
import { Field } from '@/ui/inputs/field';
import { Panel } from '@/ui/panel';
import { filledRecipe } from './filled-recipe';
import { RecipeRow } from './recipe-row';

/** Questions with all that answers them, filled with the hosts that are chosen here. */
export function RecipesPanel({ hosts, onHanded }: { hosts: Host[]; onHanded: () => void }) {
  const first = automaticHost(hosts, 'volley');
  const second = hosts.find((host) => host !== first && host.status === 'ready') ?? first;
  const [serverId, setServerId] = useState(first?.id ?? '');
  const [clientId, setClientId] = useState(second?.id ?? '');
  const labels = useMemo(() => hostLabels(hosts), [hosts]);
  const hostOf = hostAmong(hosts);
  const places = { hostOf, labelOf: (id: string) => labels.get(id) ?? id };
  const [server, client] = [hostOf(serverId), hostOf(clientId)];
  if (!server || !client) return null;
  return (
    <Panel
      title="Recipes"
      aside={
        <>
          a question, with the runs that answer it; or{' '}
          <a href="#baseline" className="text-accent underline-offset-2 hover:underline">
            begin with a run
          </a>
        </>
      }
    >
      <div className="grid gap-4 sm:max-w-[40rem] sm:grid-cols-2">
        <HostSelect label="Server on" id="recipe-server" value={serverId} labels={labels} onChange={setServerId} />
        <HostSelect label="Load from" id="recipe-client" value={clientId} labels={labels} onChange={setClientId} />
      </div>
      {RECIPES.map(({ id, title, recipes }) => (
        <section key={id} aria-labelledby={`recipes-${id}`} className="mt-6">
          <h3 id={`recipes-${id}`} className="text-sm font-semibold">
            {title}
          </h3>
          <ul className="mt-2 divide-y divide-line border-y border-line">
            {recipes.map((recipe) => (
              <RecipeRow
                key={recipe.id}
                recipe={recipe}
                filled={filledRecipe(recipe, server, client, places)}
                onHanded={onHanded}
              />
            ))}
          </ul>
        </section>
      ))}
    </Panel>
  );
}

interface HostSelectProps {
  id: string;
  label: string;
  value: string;
  labels: Map<string, string>;
  onChange: (hostId: string) => void;
}

function HostSelect({ id, label, value, labels, onChange }: HostSelectProps) {
  return (
    <Field id={id} label={label}>
      <SelectBox id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        {[...labels].map(([hostId, name]) => (
          <option key={hostId} value={hostId}>
            {name}
          </option>
        ))}
      </SelectBox>
    </Field>
  );
}
