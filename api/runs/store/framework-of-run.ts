import { FRAMEWORK_NAMES } from '../../contract/choices.ts';
import { Prisma } from '../../platform/store/generated/client.ts';

const { sql } = Prisma;
const STATED = sql`r."spec"->'target'->>'framework'`;
const LETTERS = sql`regexp_replace(lower(${STATED}), '[^a-z0-9]', '', 'g')`;

/** Of a row `r`, as `frameworkKey` has it; null without one. */
export const FRAMEWORK_OF_RUN = sql`(
  CASE WHEN ${LETTERS} = ANY(${[...FRAMEWORK_NAMES]}::text[]) THEN ${LETTERS} ELSE lower(btrim(${STATED})) END
)`;
