import { COMPARISON_VERSION, type ShownResult } from '../../contract/comparison.ts';
import type { ExperimentAnswer } from '../../contract/experiment.ts';
import { VERDICT_VERSION } from '../../contract/verdict.ts';
import { type Db, json } from '../../platform/store/db.ts';
import { Prisma } from '../../platform/store/generated/client.ts';
import { gateAnswer } from '../../rules/gate/gate-answer.ts';

/** Versions of the rules that judge runs and of those that compare them. */
export const RULES_VERSION = `${VERDICT_VERSION}.${COMPARISON_VERSION}`;

/** The result of an experiment. */
export interface KeptResult {
  headline: string | null;
  /** Null without a whole round. */
  result: ShownResult | null;
}

/** The primary outcomes alone: a list reads no whole results. */
export const answersOf = (result: Pick<ShownResult, 'outcomes'> | null): ExperimentAnswer[] =>
  (result?.outcomes ?? [])
    .filter(({ primary }) => primary)
    .map(({ metric, sideIndex, outcome, word, couldShow, sentence, effect, cautions }) => ({
      ...{ metric, sideIndex, outcome, word, couldShow, sentence, effect },
      ...(cautions && { cautions }),
    }));

export const resultColumns = ({ headline, result }: KeptResult) => ({
  headline,
  answers: json(answersOf(result)),
  gate: json(gateAnswer(result?.conditions ?? null)),
  result: result === null ? Prisma.DbNull : json(result),
  rulesVersion: RULES_VERSION,
});

/** The result that today's rules made and kept; null without one. */
export async function findKeptResult(db: Db, id: string): Promise<KeptResult | null> {
  const select = { headline: true, result: true };
  const row = await db.experiment.findFirst({ where: { id, rulesVersion: RULES_VERSION }, select });
  return row && { headline: row.headline, result: row.result as unknown as ShownResult | null };
}

/**
 * Experiments that were run here and are over, without a result by today's rules: ids, the latest first. `before`: only
 * those older than this one.
 */
export async function listOutdated(db: Db, before: string | null, limit: number): Promise<string[]> {
  const rows = await db.experiment.findMany({
    where: {
      status: 'done',
      originSha256: null,
      OR: [{ rulesVersion: null }, { rulesVersion: { not: RULES_VERSION } }],
      ...(before !== null && { id: { lt: before } }),
    },
    select: { id: true },
    orderBy: { id: 'desc' },
    take: limit,
  });
  return rows.map(({ id }) => id);
}
