import { readAuditRetention } from '../audit/keep-audit.ts';
import type { Instance } from '../contract/instance.ts';
import type { Lab } from '../platform/lab.ts';
import { readReadiness } from '../platform/readiness.ts';
import { GONE_AFTER_US } from '../platform/replicas.ts';
import { listReplicas } from '../platform/store/replicas.ts';
import { partsOf } from '../rules/service/health.ts';
import { keptFor } from '../rules/service/kept.ts';
import { readSamplesDays } from '../runs/retention.ts';
import { readFigures } from './read-figures.ts';
import { readDatabaseVersion } from './store/counts.ts';

/** What readiness and metrics know, part by part. */
export async function readInstance(lab: Lab): Promise<Instance> {
  const { db } = lab.database;
  const startedMs = performance.now();
  const version = await readDatabaseVersion(db);
  const tookMs = performance.now() - startedMs;
  const { files: fault } = await readReadiness(lab);
  const { agents, backedUpAtUs, ...figures } = await readFigures(lab);
  const processes = await listReplicas(db, lab.nowUs() - GONE_AFTER_US, lab.replicaId);
  const days = { samplesDays: await readSamplesDays(lab), auditDays: (await readAuditRetention(lab)).days };
  return {
    version: lab.version,
    parts: partsOf({
      ...figures,
      nowUs: lab.nowUs(),
      database: { version, tookMs },
      files: { place: lab.blobs.place, fault },
      processes: Math.max(1, processes.length),
    }),
    agents,
    kept: keptFor(days),
    backedUpAtUs,
  };
}
