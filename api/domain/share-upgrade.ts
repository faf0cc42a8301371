import { type ShareDocument, shareDocument } from '../contract/share.ts';
import { lift, type Stored, type Upgraders } from './lift.ts';
import { liftSpec } from './spec-upgrade.ts';

/** One entry for each version but the last. Documents of every version are kept in api/testing/shares and opened. */
const upgraders: Upgraders = {
  // Version 1 came before tuning: of its runs no agent said what it had changed, or what it may.
  1: (document) => ({ ...withRuns(document, runBeforeTuning), documentVersion: 2 }),
};

function withRuns(document: Stored, each: (run: Stored) => Stored): Stored {
  if (document.type === 'run') return { ...document, run: each(document.run as Stored) };
  const comparison = document.comparison as Stored;
  return { ...document, comparison: { ...comparison, runs: (comparison.runs as Stored[]).map(each) } };
}

function runBeforeTuning(run: Stored): Stored {
  const target = run.target as Stored | null;
  const { targetCpus } = (run.spec as { tuning: { targetCpus: string | null } }).tuning;
  return {
    ...run,
    spec: liftSpec(run.spec),
    hosts: (run.hosts as Stored[]).map((host) => ({ ...host, facts: factsBeforeTuning(host.facts as Stored) })),
    target: target && { ...target, cpus: targetCpus },
    tuning: [],
    findings: [],
  };
}

function factsBeforeTuning(facts: Stored): Stored {
  const nics = (facts.nics as Stored[]).map((nic) => ({ ...nic, bandwidthBitsPerSecond: null }));
  return { ...facts, nics, privileges: [] };
}

/** A stored document in today's form. Throws when it is of a version that is newer than this product. */
export function upgradeDocument(stored: unknown): ShareDocument {
  return shareDocument.parse(lift(stored, 'documentVersion', upgraders));
}
