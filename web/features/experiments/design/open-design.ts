import type { CreateExperiment } from '@contract/experiment';
import { SPEC_VERSION } from '@contract/limits';
import type { RunSpec } from '@contract/spec';
import { formatBytes } from '@rules/words/numbers';
import { readDraft } from '@/features/draft/read-draft';
import { type RunDraft, serverIdOf } from '@/features/draft/run-draft';
import {
  type ExperimentDraft,
  experimentDraftOf,
  restoreExperiment,
} from '@/features/experiments/form/experiment-draft';
import { shapeOf } from '@/features/experiments/form/spec-shape';

/** Far above what any design has. */
export const DESIGN_BYTES_MAX = 4 * 1024 * 1024;

/** An experiment that a file asks for: the body of POST /api/v1/experiments, whose hosts may be any words. */
export interface OpenedDesign {
  baselineName: string;
  /** The baseline's configuration, with the hosts as the file has them. */
  configuration: RunDraft;
  draft: ExperimentDraft;
}

const NOT_ONE = 'This is no design of an experiment: choose a JSON file as POST /api/v1/experiments takes it.';

/** The design that a file holds, or what is wrong with it in a sentence. */
export function openDesign(text: string): OpenedDesign | { fault: string } {
  if (text.length > DESIGN_BYTES_MAX)
    return { fault: `A design has at most ${formatBytes(DESIGN_BYTES_MAX)}; choose another file.` };
  let design: CreateExperiment;
  try {
    design = JSON.parse(text) as CreateExperiment;
  } catch {
    return { fault: 'This is not JSON; choose the file of a design.' };
  }
  try {
    return opened(design);
  } catch {
    // Parts of it are missing or of another kind.
    return { fault: NOT_ONE };
  }
}

function opened(design: CreateExperiment): OpenedDesign | { fault: string } {
  const { spec, name } = design.baseline;
  if (spec.specVersion !== SPEC_VERSION) {
    const fault = `Its baseline is a spec of version ${Number(spec.specVersion)}, and this release takes version ${SPEC_VERSION}; take the design that comes with it.`;
    return { fault };
  }
  const { configuration, strange, missing } = shapeOf(spec);
  const draft = restoreExperiment(JSON.stringify(experimentDraftOf(design, design.variants)));
  if (!configuration || !draft || typeof name !== 'string') return { fault: NOT_ONE };
  if (strange[0]) return { fault: `What stands at ${strange[0]} of its baseline is not known here, or out of bounds.` };
  if (missing[0]) return { fault: `Its baseline lacks ${missing[0]}; take a design that was made for this release.` };
  return { baselineName: name, configuration, draft };
}

/** Names of hosts that the file has, each once: the server's first, that of its services last. A target without an agent has none. */
export function hostsOfDesign({ configuration }: OpenedDesign): string[] {
  const { clientHostIds, backendHostId } = configuration;
  const server = serverIdOf(configuration);
  const names = [
    ...(server === '' ? [] : [server]),
    ...clientHostIds,
    ...(backendHostId === '' ? [] : [backendHostId]),
  ];
  return [...new Set(names)];
}

/** The baseline's configuration on these hosts, by the names that the file has. */
export function configurationOn(
  { configuration }: OpenedDesign,
  hostIds: Map<string, string>,
  hostOf: Parameters<typeof readDraft>[1],
): RunSpec {
  const idOf = (name: string): string => hostIds.get(name) ?? name;
  const chosen: RunDraft = {
    ...configuration,
    serverHostId: idOf(configuration.serverHostId),
    clientHostIds: [...new Set(configuration.clientHostIds.map(idOf))],
    backendHostId: idOf(configuration.backendHostId),
  };
  return readDraft(chosen, hostOf).spec;
}
