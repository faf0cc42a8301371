// @ts-check
/** A failure that a person can mend: printed as its one sentence, without a stack. */
export class Sentence extends Error {}

/** Runs a command's main function; a Sentence is printed alone and ends with status 1. */
export async function exitWithSentence(main) {
  try {
    await main();
  } catch (error) {
    // An option that there is none of is the caller's to mend.
    const plain = error instanceof Sentence || String(error?.code).startsWith('ERR_PARSE_ARGS');
    const text = plain ? error.message : (error?.stack ?? String(error));
    process.stderr.write(`millionrps: ${text}\n`);
    process.exit(1);
  }
}
