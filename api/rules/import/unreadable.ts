/** Why a file is not imported: one sentence without its end, as what follows the file's name and a colon. */
export class Unreadable extends Error {}
