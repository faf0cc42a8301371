import { expect, it } from 'vitest';
import { RequestKey } from './request-key';

it('is the same for the same question, and another for another one or another form', () => {
  const form = new RequestKey();
  const { 'idempotency-key': first } = form.headersFor({ name: 'a' });
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(form.headersFor({ name: 'a' })['idempotency-key']).toBe(first);
  const { 'idempotency-key': second } = form.headersFor({ name: 'b' });
  expect(second).not.toBe(first);
  expect(new RequestKey().headersFor({ name: 'b' })['idempotency-key']).not.toBe(second);
});
