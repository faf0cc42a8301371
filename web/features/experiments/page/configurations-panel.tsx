'use client';

import type { ShownExperiment as Experiment, ExperimentConfiguration } from '@contract/experiment';
import { plural } from '@rules/words/numbers';
import { ArrowRight, Split } from 'lucide-react';
import { useMemo } from 'react';
import { shortId } from '@/features/draft/host-label';
import { ConfigurationBrief } from '@/features/experiments/form/configuration-brief';
import { splitDraft } from '@/features/experiments/form/experiment-again';
import { configurationChanges } from '@/features/experiments/form/read-variant';
import { useHosts } from '@/features/hosts/hosts-query';
import { Allowed } from '@/features/shell/allowed';
import { GROUPS, sidesText } from '@/lib/experiment-words';
import { Button } from '@/ui/button';
import { Fold } from '@/ui/fold';
import { SideLetter } from '@/ui/side-mark';
import { TagLabel } from '@/ui/tag-label';
import { useAgain } from './use-again';

interface ConfigurationsPanelProps {
  experiment: Experiment;
  /** Names of hosts by their ids, in a frozen document. */
  frozenNames?: ReadonlyMap<string, string>;
}

/**
 * What is held against what: the baseline in full, each variant by what it changes. A frozen one asks the instance for
 * nothing: whoever reads it may not be signed in.
 */
export function ConfigurationsPanel({ experiment, frozenNames }: ConfigurationsPanelProps) {
  const hosts = useHosts(frozenNames === undefined);
  const { configurations } = experiment;
  const labelOf = useMemo(() => {
    const names = frozenNames ?? new Map(hosts.data?.hosts.map(({ id, name }) => [id, name]));
    return (id: string): string => names.get(id) ?? `host ${shortId(id)}`;
  }, [hosts.data, frozenNames]);
  const [baseline] = configurations;
  if (!baseline) return null;
  return (
    <Fold
      id="configurations"
      title="Configurations"
      summary={experiment.kind === 'noise-floor' ? 'the same twice' : sidesText(experiment)}
      flush
    >
      <ul className="divide-y divide-line border-t border-line">
        {configurations.map((configuration) => (
          <li key={configuration.index} className="grid grid-cols-[minmax(0,1fr)] gap-1.5 px-4 py-3 sm:px-5">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <SideLetter index={configuration.index} />
              <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{configuration.name}</span>
              {configuration.groups.map((group) => (
                <TagLabel key={group}>{GROUPS[group]}</TagLabel>
              ))}
            </div>
            {configuration.changes.length === 0 ? (
              <ConfigurationBrief spec={configuration.spec} labelOf={labelOf} />
            ) : (
              <Changes baseline={baseline} configuration={configuration} labelOf={labelOf} />
            )}
            {frozenNames === undefined && configuration.singleFactor.length > 1 && (
              <Allowed needs="operator">
                <SplitButton experiment={experiment} configuration={configuration} />
              </Allowed>
            )}
          </li>
        ))}
      </ul>
    </Fold>
  );
}

interface ChangesProps {
  baseline: ExperimentConfiguration;
  configuration: ExperimentConfiguration;
  labelOf: (hostId: string) => string;
}

function Changes({ baseline, configuration, labelOf }: ChangesProps) {
  return (
    <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[max-content_minmax(0,1fr)]">
      {configurationChanges(baseline.spec, configuration, labelOf).map(({ label, from, to }) => (
        <div key={label} className="flex flex-wrap gap-x-2 sm:contents">
          <dt className="text-muted [overflow-wrap:anywhere]">{label}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">
            <span className="text-muted">{from}</span>{' '}
            <ArrowRight aria-label="becomes" className="inline size-3 text-muted" />{' '}
            <span className="font-medium">{to}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A new experiment with one variant for each group, in the place of the one that changes several. */
function SplitButton({
  experiment,
  configuration,
}: Omit<ChangesProps, 'baseline' | 'labelOf'> & { experiment: Experiment }) {
  const again = useAgain(experiment);
  const parts = configuration.singleFactor;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-1">
      <p className="min-w-0 text-xs text-muted">
        It changes {plural(configuration.groups.length, 'group')} at once: a difference could come from any of them.
      </p>
      <Button onClick={() => again(({ baseline, draft }) => ({ baseline, draft: splitDraft(draft, configuration) }))}>
        <Split aria-hidden className="size-3.5" />
        New experiment with {parts.length} single-factor variants
      </Button>
    </div>
  );
}
