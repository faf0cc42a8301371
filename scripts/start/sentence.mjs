// @ts-check
/** A failure that a person can mend: printed as its one sentence, without a stack. */
export class Sentence extends Error {}

/** Runs a command's main function; a Sentence is printed alone and ends with status 1. */
export async function exitWithSentence(main) {
  try {
    await main();
  } catch (error) {
    const text = error instanceof Sentence ? error.message : (error?.stack ?? String(error));
    process.stderr.write(`millionrps: ${text}\n`);
    process.exit(1);
  }
}
