import type { AuditOutcome, Recorded } from '../contract/audit-actions.ts';
import type { Caller } from '../people/caller.ts';
import type { Lab } from '../platform/lab.ts';
import type { Db } from '../platform/store/db.ts';
import { newId } from '../platform/store/ids.ts';
import { recordedFields, valueAt } from '../rules/audit/recorded.ts';
import { networkOf } from '../rules/hosts/ip-address.ts';
import { shorten } from '../rules/spec/shorten.ts';
import type { Found, SignInWay } from './recording.ts';
import { RefusalLimits } from './refusal-limits.ts';
import { type EntryRecord, insertEnded, insertEntry, insertOutcome, type OutcomeRecord } from './store/audit.ts';
import { readSubjects } from './store/subjects.ts';

const REASON_CHARACTERS = 500;
/** Of an address that was not checked yet. */
const USABLE_ID = /^[\w-]{1,64}$/;
const LAST = 'Further refusals of the same minute are not recorded.';

/** A request to a route that is recorded. */
export interface Asked {
  audit: Recorded;
  /** Null before it is known who calls. */
  caller: Caller | null;
  /** Of the client. */
  address: string;
  params: unknown;
  /** Null before it was checked. */
  body: unknown;
  signInWay?: SignInWay;
}

/** How a request ended that was no success. */
export interface Failing {
  outcome: Exclude<AuditOutcome, 'done' | 'open'>;
  /** For people. */
  reason: string;
}

/**
 * Writes the audit log. What somebody does who is known is written before it is done, and how it ended afterwards: nothing is done
 * that is not in the log, and nothing stands there as done that was not.
 */
export class Recorder {
  private readonly lab: Lab;
  private readonly limits = new RefusalLimits();

  constructor(lab: Lab) {
    this.lab = lab;
  }

  /** Before it is done. Throws where it cannot be written: then it is not done. Answers what `end` takes. */
  async begin(asked: Asked): Promise<EntryRecord> {
    const entry = await this.entryOf(asked);
    await insertEntry(this.lab.database.db, entry);
    return entry;
  }

  /** After it was done, or was not. Where that cannot be written the log says that no end was recorded. */
  async end({ id, subjectKind }: EntryRecord, asked: Asked, end: { reply: unknown } | Failing): Promise<void> {
    try {
      const made = 'reply' in end ? await this.madeBy(asked, end.reply) : null;
      const outcome = 'reply' in end ? { outcome: 'done' as const, reason: null } : end;
      await insertOutcome(this.lab.database.db, id, this.outcomeOf(outcome, made));
    } catch (error) {
      this.lab.log.error({ err: error, entryId: id, subjectKind }, 'recording how an audited request ended');
    }
  }

  /** Of a request that did nothing. So many a minute; what cannot be written is logged. */
  async refuse(asked: Asked, { outcome, reason }: Failing, found: Found | null = null): Promise<void> {
    const { caller, address } = asked;
    const who = caller?.person ? (caller.person.userId ?? caller.tokenId ?? '') : networkOf(address);
    const taken = this.limits.take(who, caller?.person != null);
    if (taken === 'drop') return;
    try {
      const entry = await this.entryOf(asked, found);
      const said = taken === 'last' ? `${reason} ${LAST}` : reason;
      await insertEnded(this.lab.database.db, entry, this.outcomeOf({ outcome, reason: said }, null));
    } catch (error) {
      this.lab.log.error({ err: error, action: asked.audit.action }, 'recording a refusal');
    }
  }

  /**
   * Of a request without a sign-in that was done: its handler writes that in the transaction of what it does, or before its answer
   * hands out a secret.
   */
  async done(
    db: Db,
    asked: Asked,
    found: Found,
    by: Pick<EntryRecord, 'byUserId' | 'byName' | 'byRole'> | null,
  ): Promise<void> {
    const entry = { ...(await this.entryOf(asked, found)), ...by };
    await insertEnded(db, entry, this.outcomeOf({ outcome: 'done', reason: null }, null));
  }

  private async entryOf(asked: Asked, found: Found | null = null): Promise<EntryRecord> {
    const { audit, caller, address } = asked;
    const person = caller?.person ?? null;
    const subject = found ?? (await this.subjectOf(audit, idOf(asked)));
    return {
      id: newId(),
      atUs: this.lab.nowUs(),
      action: audit.action,
      byUserId: person?.userId ?? null,
      byName: person?.name ?? null,
      byRole: person?.role ?? null,
      byTokenId: caller?.tokenId ?? null,
      address,
      subjectKind: audit.subject,
      subjectId: subject?.id ?? null,
      subjectName: subject?.name ?? null,
      fields: fieldsOf(asked),
    };
  }

  private async madeBy({ audit }: Asked, reply: unknown): Promise<Subject | null> {
    if (!('id' in audit) || !audit.id.startsWith('reply.')) return null;
    const id = valueAt({ reply }, audit.id);
    return typeof id === 'string' ? this.subjectOf(audit, id) : null;
  }

  private async subjectOf({ subject }: Recorded, id: string | null): Promise<Subject | null> {
    if (id === null) return null;
    const known = await readSubjects(this.lab.database.db, subject, [id]);
    return { id, name: known.get(id)?.name ?? null };
  }

  private outcomeOf(
    { outcome, reason }: Pick<OutcomeRecord, 'outcome' | 'reason'>,
    made: Subject | null,
  ): OutcomeRecord {
    return {
      atUs: this.lab.nowUs(),
      outcome,
      reason: reason === null ? null : shorten(reason, REASON_CHARACTERS),
      subjectId: made?.id ?? null,
      subjectName: made?.name ?? null,
    };
  }
}

const fieldsOf = ({ audit, body, signInWay }: Asked): Record<string, string> => ({
  ...(body !== null && recordedFields(body, audit.fields ?? [])),
  ...(signInWay && { with: signInWay }),
});

interface Subject {
  id: string;
  name: string | null;
}

/** What it is about to be done to; null where that is made by it. */
function idOf({ audit, caller, params }: Asked): string | null {
  if (!('id' in audit)) return null;
  const id = audit.id === 'caller' ? caller?.person?.userId : valueAt({ params }, audit.id);
  return typeof id === 'string' && USABLE_ID.test(id) ? id : null;
}
