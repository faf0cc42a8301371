import { FRAMEWORK_NAMES } from '../../contract/choices.ts';
import { Prisma } from '../../platform/store/generated/client.ts';

const { sql } = Prisma;
/** Of a row `r`, as its source spells it. */
export const STATED_FRAMEWORK = sql`r."spec"->'target'->>'framework'`;
/** What JavaScript's \s is, whatever the database's locale takes for a space. */
const SPACES = '[\\t\\n\\v\\f\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]+';
const ONE_SPACED = sql`regexp_replace(${STATED_FRAMEWORK}, ${SPACES}::text, ' ', 'g')`;
/** The letters of ASCII alone, in every locale. */
const lowerCase = (text: Prisma.Sql): Prisma.Sql => sql`lower((${text}) COLLATE "C")`;
const LETTERS = sql`regexp_replace(${lowerCase(STATED_FRAMEWORK)}, '[^a-z0-9]', '', 'g')`;

/** Of a row `r`, as `frameworkKey` has it; null without one. */
export const FRAMEWORK_OF_RUN = sql`(
  CASE WHEN ${LETTERS} = ANY(${[...FRAMEWORK_NAMES]}::text[]) THEN ${LETTERS} ELSE ${lowerCase(sql`btrim(${ONE_SPACED})`)} END
)`;
