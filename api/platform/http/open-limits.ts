import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../rules/hosts/ip-address.ts';
import { TryAgainLater } from '../app-error.ts';

const WINDOW_MS = 60_000;
/** A shared link on a busy page, opened by everybody behind one address of an office. */
const REQUESTS_IN_WINDOW = 600;
const REQUESTS_AT_ONCE = 30;

/**
 * How often an address may ask what needs no credential. Counted in memory, so that a refusal costs nothing; guesses of
 * passwords are counted in the database besides (auth/sign-in.ts).
 */
export class OpenLimits {
  private readonly asked = new Map<string, number>();
  private readonly open = new Map<string, number>();
  private windowEndsMs = 0;

  /** Counts a request until it is answered; throws where the address has had its share. */
  admit(request: FastifyRequest, reply: FastifyReply): void {
    const address = networkOf(request.ip);
    const nowMs = performance.now();
    if (nowMs >= this.windowEndsMs) {
      this.asked.clear();
      this.windowEndsMs = nowMs + WINDOW_MS;
    }
    const asked = (this.asked.get(address) ?? 0) + 1;
    this.asked.set(address, asked);
    if (asked > REQUESTS_IN_WINDOW) throw tooMany(Math.ceil((this.windowEndsMs - nowMs) / 1000));
    const open = (this.open.get(address) ?? 0) + 1;
    if (open > REQUESTS_AT_ONCE) throw tooMany(1);
    this.open.set(address, open);
    reply.raw.once('close', () => {
      const left = (this.open.get(address) ?? 0) - 1;
      if (left > 0) this.open.set(address, left);
      else this.open.delete(address);
    });
  }
}

const tooMany = (seconds: number): TryAgainLater =>
  new TryAgainLater('too-many-requests', `Too many requests from this address; try again in ${seconds} s.`, seconds);
