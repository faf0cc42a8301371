// @ts-check
import { parseArgs } from 'node:util';
import { Sentence } from '../start/sentence.mjs';

/**
 * How much a bench does: by default what its goals need; with `--shortest` just enough to see that it works.
 *
 * @typedef {{ usual: number, shortest: number, least?: number, most?: number }} Amount whole numbers; `least` for what is asked for
 */

/**
 * The options of a bench: `--json`, `--shortest`, one for each amount, and those of its own.
 *
 * @template {string} Name
 * @template {string} [Text=never]
 * @param {Record<Name, Amount>} amounts
 * @param {Text[]} [texts]
 * @returns {{ json: boolean, shortest: boolean } & Record<Name, number> & Record<Text, string | undefined>}
 */
export function benchOptions(amounts, texts = []) {
  const asked = /** @type {[string, Amount][]} */ (Object.entries(amounts));
  const text = /** @type {const} */ ({ type: 'string' });
  const flag = /** @type {const} */ ({ type: 'boolean', default: false });
  const { values: given } = parseArgs({
    options: {
      json: flag,
      shortest: flag,
      ...Object.fromEntries([...asked.map(([name]) => name), ...texts].map((name) => [name, text])),
    },
  });
  const values = /** @type {Record<string, any>} */ (given);
  const options = { ...values };
  for (const [name, { usual, shortest, least = 1, most = Number.MAX_SAFE_INTEGER }] of asked) {
    const wanted = values[name] === undefined ? (values.shortest ? shortest : usual) : Number(values[name]);
    const floor = values.shortest ? Math.min(least, shortest) : least;
    if (!Number.isInteger(wanted) || wanted < floor || wanted > most) throw new Sentence(refusal(name, floor, most));
    options[name] = wanted;
  }
  return /** @type {any} */ (options);
}

/** @param {string} name @param {number} least @param {number} most */
function refusal(name, least, most) {
  return most === Number.MAX_SAFE_INTEGER
    ? `Use at least ${least} of --${name}.`
    : `Use ${least} to ${most} --${name}.`;
}

/**
 * Fails for goals that were missed. The shortest form measures too little to judge them, except for those that no number
 * of rounds would change.
 *
 * @param {string[]} missed a sentence for each
 * @param {{ shortest: boolean }} options
 * @param {string[]} sure a sentence for each that one round tells as well as many
 */
export function holdToGoals(missed, { shortest }, sure = []) {
  if (shortest)
    console.error(
      'Too few rounds to judge what varies from round to round: the shortest form holds none of that to its goals.',
    );
  const held = shortest ? sure : [...missed, ...sure];
  for (const sentence of held) console.error(sentence);
  if (held.length > 0) process.exitCode = 1;
}
