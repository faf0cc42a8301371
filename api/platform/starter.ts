import { createInterface } from 'node:readline';
import type { Duplex } from 'node:stream';
import { z } from 'zod';

/** Programs of a platform, such as `['linux-arm64', 'agent', 'server']`; or a file that MILLIONRPS_TLS names. */
type Question = { build: string[] } | { read: string };

/** As scripts/start/asked.mjs gives it. */
const answer = z.union([
  z.object({ id: z.number(), done: z.string() }),
  z.object({ id: z.number(), fault: z.string().max(2000) }),
]);
type Answer = z.infer<typeof answer>;

/** What started this process, and does for it what its own user may not. A line of JSON is a question, and another its answer. */
export class Starter {
  private readonly channel: Duplex;
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private asked = 0;

  constructor(channel: Duplex) {
    this.channel = channel;
    channel.on('error', () => {});
    createInterface({ input: channel }).on('line', (line) => {
      const { data } = answer.safeParse(JSON.parse(line));
      if (!data) return;
      this.waiting.get(data.id)?.(data);
      this.waiting.delete(data.id);
    });
  }

  /** Null when they are built, otherwise why not. */
  build = async (platform: string, names: readonly string[]): Promise<string | null> => {
    const built = await this.ask({ build: [platform, ...names] });
    return 'fault' in built ? built.fault : null;
  };

  /** Throws one sentence where it cannot be read. */
  read = async (file: string): Promise<string> => {
    const read = await this.ask({ read: file });
    if ('fault' in read) throw new Error(read.fault);
    return read.done;
  };

  private ask(question: Question): Promise<Answer> {
    const id = ++this.asked;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      // This process ends with its starter, so nobody waits for ever.
      this.channel.write(`${JSON.stringify({ id, ...question })}\n`);
    });
  }
}
