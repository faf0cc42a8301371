import { FRAMEWORK_NAMES } from '../../contract/choices.ts';
import { Prisma } from '../../platform/store/generated/client.ts';

const { sql } = Prisma;
/** Of a row `r`, as its source spells it. */
export const STATED_FRAMEWORK = sql`r."spec"->'target'->>'framework'`;
const ONE_SPACED = sql`regexp_replace(${STATED_FRAMEWORK}, '[ \\t\\n\\v\\f\\r]+', ' ', 'g')`;
const LETTERS = sql`regexp_replace(lower(${STATED_FRAMEWORK}), '[^a-z0-9]', '', 'g')`;

/** Of a row `r`, as `frameworkKey` has it; null without one. */
export const FRAMEWORK_OF_RUN = sql`(
  CASE WHEN ${LETTERS} = ANY(${[...FRAMEWORK_NAMES]}::text[]) THEN ${LETTERS} ELSE lower(btrim(${ONE_SPACED})) END
)`;
