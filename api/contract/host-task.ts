import { z } from 'zod';
import { MAX_FACTS, text, within, word } from './bounds.ts';
import { MAX_REVISIONS, MAX_SUBJECT_CHARACTERS } from './limits.ts';
import { commitSha, id, ipAddress, sha256, timeUs } from './primitives.ts';
import { targetName } from './target.ts';
import { cpuChoice, hostTuning, restoreResult, snapshot, tuningPlan } from './tuning.ts';

/**
 * Host tasks: what a host is asked outside of any run. They need no lease and change nothing, but for `restore`, which
 * puts back what a journal still holds. An agent answers each at once; the API waits for HOST_TASK_SECONDS at most.
 */
export const HOST_TASK_SECONDS = 10;

export const planRequest = z
  .strictObject({
    /** What a run would ask of this host. */
    tuning: hostTuning,
    /** CPUs that the target would be kept to. Null: every CPU. */
    targetCpus: cpuChoice.nullable(),
    /** An address that the load goes from or to: it tells the NIC. Null: that of the default route. */
    address: ipAddress.nullable(),
  })
  .meta({ id: 'PlanRequest' });
export type PlanRequest = z.infer<typeof planRequest>;

export const listRevisions = z
  .strictObject({
    /** Its name in the host's configuration file. */
    target: targetName,
    /** The newest ones, at most so many. */
    most: within([1, MAX_REVISIONS]),
  })
  .meta({ id: 'ListRevisions' });
export type ListRevisions = z.infer<typeof listRevisions>;

const taskHead = { taskId: id };

export const hostTask = z
  .discriminatedUnion('type', [
    z.object({ ...taskHead, type: z.literal('plan'), request: planRequest }).meta({ id: 'PlanTask' }),
    z.object({ ...taskHead, type: z.literal('doctor') }).meta({ id: 'DoctorTask' }),
    z.object({ ...taskHead, type: z.literal('snapshot') }).meta({ id: 'SnapshotTask' }),
    z
      .object({ ...taskHead, type: z.literal('list-revisions'), request: listRevisions })
      .meta({ id: 'ListRevisionsTask' }),
    z
      .object({
        ...taskHead,
        type: z.literal('restore'),
        /** A person vouches for the host: what still differs is taken as it is, and the journal forgotten. */
        acceptPresent: z.boolean(),
      })
      .meta({ id: 'RestoreTask' }),
    z
      .object({
        ...taskHead,
        type: z.literal('upgrade'),
        /** Of the programs to be fetched from the instance; the agent starts none that differs. */
        agentSha256: sha256,
        serverSha256: sha256,
      })
      .meta({
        id: 'UpgradeTask',
        description:
          'Replace the agent. It answers at once whether it does; how it ended is in the facts of a later hello.',
      }),
  ])
  .meta({ id: 'HostTask' });
export type HostTask = z.infer<typeof hostTask>;

export const doctorFinding = z
  .object({
    /** For programs, such as `irqbalance-running` or `open-files-low`. */
    code: word,
    severity: z.enum(['ok', 'note', 'warning', 'problem']),
    /** What was found, with its figure. */
    sentence: text,
    /** The command that mends it, for a shell; null where there is nothing to mend. */
    mend: text.nullable(),
  })
  .meta({ id: 'DoctorFinding' });
export type DoctorFinding = z.infer<typeof doctorFinding>;

export const doctorReport = z
  .object({ checkedAtUs: timeUs, findings: z.array(doctorFinding).max(MAX_FACTS) })
  .meta({ id: 'DoctorReport' });
export type DoctorReport = z.infer<typeof doctorReport>;

export const revision = z
  .object({
    commit: commitSha,
    /** The first of its parents. Null: it has none. */
    parent: commitSha.nullable(),
    /** As the commit says. */
    committedAtUs: timeUs,
    /** The first line of its message, as plain text. */
    subject: z.string().max(MAX_SUBJECT_CHARACTERS),
  })
  .meta({ id: 'Revision', description: "A commit of a target's source." });
export type Revision = z.infer<typeof revision>;

/** Along first parents, the newest first. */
export const revisionList = z.object({ revisions: z.array(revision).max(MAX_REVISIONS) }).meta({ id: 'RevisionList' });
export type RevisionList = z.infer<typeof revisionList>;

export const hostTaskAnswer = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('plan'), plan: tuningPlan }).meta({ id: 'PlanAnswer' }),
    z.object({ type: z.literal('doctor'), report: doctorReport }).meta({ id: 'DoctorAnswer' }),
    z.object({ type: z.literal('snapshot'), snapshot }).meta({ id: 'SnapshotAnswer' }),
    z.object({ type: z.literal('restore'), restore: restoreResult }).meta({ id: 'RestoreAnswer' }),
    z.object({ type: z.literal('list-revisions'), ...revisionList.shape }).meta({ id: 'ListRevisionsAnswer' }),
    z.object({ type: z.literal('upgrade') }).meta({ id: 'UpgradeAnswer', description: 'The upgrade has begun.' }),
    /** One sentence: the error in the request, such as CPU 200 on a host with 128. */
    z.object({ type: z.literal('refused'), sentence: text }).meta({ id: 'RefusedAnswer' }),
  ])
  .meta({ id: 'HostTaskAnswer' });
export type HostTaskAnswer = z.infer<typeof hostTaskAnswer>;
