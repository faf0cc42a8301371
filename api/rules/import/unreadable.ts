/** Why a file is not imported: the predicate of a sentence, which follows the file's name and a colon. */
export class Unreadable extends Error {}
