// @ts-check
import { once } from 'node:events';

/** A question is a few words. */
const LONGEST_CHARACTERS = 4096;

/**
 * Answers questions that come by a channel, a line of JSON each, one after another: what comes meanwhile waits at the side of who asks.
 * Whoever asks may be hostile, so what is no such line ends the channel, and costs no memory.
 *
 * @param {import('node:stream').Duplex} channel
 * @param {(question: unknown) => Promise<object | null>} answer null: the question gets none
 */
export async function answerLines(channel, answer) {
  channel.on('error', () => {});
  try {
    let begun = '';
    for await (const part of channel.setEncoding('utf8')) {
      const lines = (begun + part).split('\n');
      begun = lines.pop() ?? '';
      for (const line of lines) await answerLine(channel, line, answer);
      if (begun.length > LONGEST_CHARACTERS) break;
    }
  } catch {
    // It is closed all the same.
  }
  channel.destroy();
}

/** @param {import('node:stream').Duplex} channel @param {string} line @param {(question: unknown) => Promise<object | null>} answer */
async function answerLine(channel, line, answer) {
  if (line.length > LONGEST_CHARACTERS) throw new Error('a line is too long');
  const reply = await answer(JSON.parse(line));
  if (reply && !channel.write(`${JSON.stringify(reply)}\n`)) await once(channel, 'drain');
}
