import type { FastifyError, FastifyRequest } from 'fastify';
import type { Asked, Failing, Recorder } from '../../audit/record.ts';
import type { Found, Recording } from '../../audit/recording.ts';
import type { Recorded } from '../../contract/audit-actions.ts';
import type { RouteShape } from '../../contract/routes.ts';
import { describeFailure } from './problem.ts';

/** What a route leaves in the audit log; null: nothing. */
export const recordedOf = ({ audit }: RouteShape): Recorded | null =>
  audit === undefined || 'none' in audit ? null : audit;

/** Whether the handler itself records. */
export const isFound = (audit: Recorded): boolean => 'id' in audit && audit.id === 'found';

/** The request as it is known by now; its body only once it was checked. */
export const askedBy = (audit: Recorded, request: FastifyRequest, isChecked: boolean): Asked => ({
  audit,
  caller: request.caller,
  address: request.ip,
  params: request.params,
  body: isChecked ? (request.body ?? null) : null,
});

/** Does the work between two lines of the log: what is about to be done, and how it ended. */
export async function recordAround<T>(
  recorder: Recorder,
  asked: Asked,
  request: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  const entry = await recorder.begin(asked);
  let reply: T;
  try {
    reply = await work();
  } catch (error) {
    await recorder.end(entry, asked, failingOf(error, request));
    throw error;
  }
  await recorder.end(entry, asked, { reply });
  return reply;
}

/** Does the work of a route whose handler records; an answer that nobody recorded is a fault of ours, and not given. */
export async function recordWithin<T>(
  recorder: Recorder,
  first: Asked,
  request: FastifyRequest,
  work: (recording: Recording) => Promise<T>,
): Promise<T> {
  let asked = first;
  let isRecorded = false;
  let subject: Found | null = null;
  const recording: Recording = {
    async done(db, found, by) {
      const who = by ? { byUserId: by.userId, byName: by.name, byRole: by.role } : null;
      await recorder.done(db, asked, found, who);
      isRecorded = true;
    },
    about(found, signInWay) {
      subject = found;
      if (signInWay) asked = { ...first, signInWay };
    },
    async refused(reason) {
      await recorder.refuse(asked, { outcome: 'refused', reason }, subject);
      isRecorded = true;
    },
  };
  try {
    const reply = await work(recording);
    if (!isRecorded) throw new Error(`${request.method} ${asked.audit.action} was answered and not recorded`);
    return reply;
  } catch (error) {
    if (!isRecorded) await recorder.refuse(asked, failingOf(error, request), subject);
    throw error;
  }
}

/** The words of the answer. What was not refused may be half done. */
export function failingOf(error: unknown, request: FastifyRequest): Failing {
  const { status, detail } = describeFailure(error as FastifyError | Error, request);
  return { outcome: status >= 500 ? 'failed' : 'refused', reason: detail };
}
