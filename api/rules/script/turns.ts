import type { Comparison } from '../../contract/comparison.ts';
import type { Experiment } from '../../contract/experiment.ts';
import type { Run } from '../../contract/run.ts';
import type { ShareDocument } from '../../contract/share.ts';

/** What is run again and again: the commands of its first run stand for all of them. */
export interface Configuration {
  name: string;
  pattern: Run;
}

/** The whole commands of hosts' own targets, by run: documents leave their arguments out. */
export type OwnTargets = ReadonlyMap<string, string[]>;

export interface Plan {
  configurations: Configuration[];
  /** In the order in which they were run: which configuration, and what it was called. */
  turns: { configuration: number; label: string }[];
}

/** What a document's runs were, in the order in which they went. */
export function planOf(document: ShareDocument): Plan {
  switch (document.type) {
    case 'run':
      return {
        configurations: [{ name: document.run.name, pattern: document.run }],
        turns: [{ configuration: 0, label: document.run.name }],
      };
    case 'comparison':
      return comparisonPlan(document.comparison);
    case 'experiment':
      return experimentPlan(document.experiment);
  }
}

function comparisonPlan({ runs, sides }: Comparison): Plan {
  // Older documents name no sides: each run is one.
  const groups = sides.length > 0 ? sides.map(({ runIds }) => runIds) : runs.map(({ id }) => [id]);
  const configurations = groups.flatMap((runIds): Configuration[] => {
    const own = runs.filter(({ id }) => runIds.includes(id));
    const pattern = own.find(wasDriven) ?? own[0];
    return pattern ? [{ name: pattern.name, pattern }] : [];
  });
  const inTime = [...runs].sort((a, b) => (a.startedAtUs ?? a.createdAtUs) - (b.startedAtUs ?? b.createdAtUs));
  const turns = inTime.map(({ id, name }) => ({
    configuration: groups.findIndex((own) => own.includes(id)),
    label: name,
  }));
  return { configurations, turns };
}

function experimentPlan({ configurations, slots, result }: Experiment): Plan {
  const planned = configurations.flatMap(({ index, name }): (Configuration & { index: number })[] => {
    const ids = slots.flatMap((slot) => (slot.configuration === index && slot.runId !== null ? [slot.runId] : []));
    const own = (result?.runs ?? []).filter(({ id }) => ids.includes(id));
    const pattern = own.find(wasDriven) ?? own[0];
    return pattern ? [{ index, name, pattern }] : [];
  });
  const inOrder = [...slots].sort((a, b) => a.round - b.round || a.position - b.position);
  const turns = inOrder.flatMap((slot) => {
    const configuration = planned.findIndex(({ index }) => index === slot.configuration);
    if (configuration < 0 || !result?.runs.some(({ id }) => id === slot.runId)) return [];
    return [{ configuration, label: `round ${slot.round + 1}: ${planned[configuration]?.name}` }];
  });
  return { configurations: planned.map(({ name, pattern }) => ({ name, pattern })), turns };
}

/** Some step of it was carried out, so that its commands are known. */
export const wasDriven = ({ steps, target }: Run): boolean =>
  target !== null &&
  steps.some(({ command, clients }) => command.length > 0 || clients.some((c) => c.command.length > 0));
