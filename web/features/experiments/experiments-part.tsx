'use client';

import { formatCount, plural } from '@rules/words/numbers';
import { Panel } from '@/ui/panel';
import { LoadMore } from '@/ui/query-state';
import type { ExperimentsOf } from './experiments-query';
import { ExperimentsTable } from './experiments-table';

interface ExperimentsPartProps {
  /** The status, as a heading. */
  title: string;
  /** After the count, such as what starts them. */
  aside?: string;
  list: ExperimentsOf;
}

/** The experiments of one status, page by page; nothing without any. */
export function ExperimentsPart({ title, aside, list: { query, experiments, total } }: ExperimentsPartProps) {
  if (experiments.length === 0) return null;
  const shown = experiments.length < total ? `${formatCount(experiments.length)} of ` : '';
  const count = `${shown}${plural(total, 'experiment')}`;
  return (
    <>
      <Panel title={title} aside={aside ? `${count}; ${aside}` : count} flush>
        <ExperimentsTable label={title} experiments={experiments} readAtMs={query.dataUpdatedAt} />
      </Panel>
      <LoadMore query={query}>{`Load more that are ${title.toLowerCase()}`}</LoadMore>
    </>
  );
}
