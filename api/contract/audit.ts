import { z } from 'zod';
import { opaqueId, role } from './account.ts';
import { AUDIT_ACTIONS, AUDIT_DAYS, AUDIT_OUTCOMES, AUDIT_SUBJECTS, AUDIT_VIAS } from './audit-actions.ts';
import { MAX_KINDS, recordOf, text, within, word } from './bounds.ts';
import { id, timeUs, typedNumber } from './primitives.ts';
import { keysOf } from './words.ts';

/** Entries of one page. */
const PAGE: readonly [number, number] = [1, 200];

export const auditAction = z.enum(keysOf(AUDIT_ACTIONS)).meta({ id: 'AuditAction' });
export const auditSubject = z.enum(keysOf(AUDIT_SUBJECTS)).meta({ id: 'AuditSubject' });
export const auditVia = z.enum(keysOf(AUDIT_VIAS)).meta({ id: 'AuditVia' });
export const auditOutcome = z.enum(keysOf(AUDIT_OUTCOMES)).meta({ id: 'AuditOutcome' });

const filters = {
  /** What was done. */
  action: auditAction.optional(),
  /** Who did it: the person, also by their API tokens. */
  userId: opaqueId.optional(),
  /** By what they acted. */
  via: auditVia.optional(),
  /** The API token that was used, by its id. */
  tokenId: id.optional(),
  /** How it ended. */
  outcome: auditOutcome.optional(),
  /** What it was done to, by its id. */
  subjectId: opaqueId.optional(),
  /** Not before this time. */
  sinceUs: typedNumber(timeUs).optional(),
  /** Before this time. */
  untilUs: typedNumber(timeUs).optional(),
};
export const listAuditQuery = z.strictObject({
  ...filters,
  /** `nextCursor` of the page before. Absent: the first page. */
  cursor: z.string().max(2000).optional(),
  /** Entries of one page. Absent: 50. */
  limit: typedNumber(within(PAGE)).optional(),
});
export type ListAuditQuery = z.infer<typeof listAuditQuery>;

export const AUDIT_FORMATS = ['csv', 'ndjson'] as const;
export const exportAuditQuery = z.strictObject({
  ...filters,
  /** `ndjson`: an AuditEntry on each line. */
  format: z.enum(AUDIT_FORMATS),
});
export type AuditFilters = Omit<z.infer<typeof exportAuditQuery>, 'format'>;

export const auditEntry = z
  .object({
    id,
    /** When it was asked for. */
    atUs: timeUs,
    action: auditAction,
    /** Who asked, as they were then. Null: somebody who was not signed in, such as an agent that joins. */
    by: z
      .object({
        /** Null: the preset token, which belongs to no person. */
        userId: opaqueId.nullable(),
        /** With the name of the API token, where one of a person was used. */
        name: word,
        role,
        /** By what they acted. The preset token is the one that whoever runs the instance sets. */
        via: auditVia,
        /** The API token that was used; null: a session. */
        tokenId: id.nullable(),
      })
      .nullable(),
    /** Of the client, as the instance sees it. */
    address: word,
    subject: z.object({
      kind: auditSubject,
      /** Null: nothing was made, or it has no id. */
      id: opaqueId.nullable(),
      /** Of that time; null where it has none. */
      name: word.nullable(),
      /** It is there still, under that id. */
      exists: z.boolean(),
    }),
    /** What was asked for, by the field of the request. Never a secret. */
    fields: recordOf(word, word, MAX_KINDS),
    outcome: auditOutcome,
    /** Why it was refused or failed; null otherwise. */
    reason: text.nullable(),
    /** When it ended; null where no end was recorded. */
    endedAtUs: timeUs.nullable(),
  })
  .meta({ id: 'AuditEntry', description: 'A request that changed something, or was refused.' });
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditList = z
  .object({
    /** The newest first. */
    entries: z.array(auditEntry).max(PAGE[1]),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'AuditList' });
export type AuditList = z.infer<typeof auditList>;

const days = within(AUDIT_DAYS).nullable();
export const changeAuditRetention = z
  .strictObject({
    /** Days for which entries are kept; null: for ever. */
    days,
  })
  .meta({ id: 'ChangeAuditRetention' });
export const auditRetention = z
  .object({
    days,
    /** When an administrator decided that, and who; null before. */
    changedAtUs: timeUs.nullable(),
    changedByName: word.nullable(),
  })
  .meta({ id: 'AuditRetention' });
export type AuditRetention = z.infer<typeof auditRetention>;
