/** crypto.randomUUID exists in secure contexts only; a lab's server on plain HTTP is none. */
const freshKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * One Idempotency-Key for what a form asks: pressing the button again after the answer got lost finds what the first request
 * made, asking for something else makes another.
 */
export class RequestKey {
  private body = '';
  private key = '';

  /** The header to send with what is asked. */
  headersFor(asked: unknown): { 'idempotency-key': string } {
    const body = JSON.stringify(asked);
    if (body !== this.body || this.key === '') [this.body, this.key] = [body, freshKey()];
    return { 'idempotency-key': this.key };
  }
}
