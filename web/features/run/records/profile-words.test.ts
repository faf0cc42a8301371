import type { RunStep } from '@contract/step';
import { expect, test } from 'vitest';
import { formatSample, partOf, pprofLine, profileKey, profilesOf, shortFunction } from './profile-words';

test('amounts carry the unit of the profile', () => {
  expect([
    formatSample(2_500_000_000, 'nanoseconds'),
    formatSample(12_340_000, 'nanoseconds'),
    formatSample(0, 'nanoseconds'),
    formatSample(5_242_880, 'bytes'),
    formatSample(1234, 'count'),
    formatSample(7, 'objects'),
  ]).toEqual(['2.50 s', '12.3 ms', '0 ns', '5.24 MB', '1,234', '7 objects']);
});

test('a function is named without the address of its module, receivers and type parameters as they are', () => {
  expect(
    [
      'github.com/gofiber/fiber/v3.(*App).handler',
      'net/http.(*conn).serve',
      'runtime.mallocgc',
      'example.org/a/server.pick[go.shape.int]',
      'main.(*Pool[github.com/x/y.Product]).Get',
    ].map(shortFunction),
  ).toEqual([
    'fiber/v3.(*App).handler',
    'http.(*conn).serve',
    'runtime.mallocgc',
    'server.pick[go.shape.int]',
    'main.(*Pool[github.com/x/y.Product]).Get',
  ]);
});

test('code that a runtime made, and names that are none of Go, stay readable', () => {
  expect(
    [
      'JS:*handler /srv/app/lib/server.js:12:3',
      'v8::internal::Heap::CollectGarbage',
      '[unknown in libc.so.6]',
      'tcp_ack',
    ].map(shortFunction),
  ).toEqual(['JS:*handler server.js:12:3', 'v8::internal::Heap::CollectGarbage', '[unknown in libc.so.6]', 'tcp_ack']);
});

test('a part of nothing is nothing', () => {
  expect([partOf(25, { total: 100 }), partOf(0, { total: 0 })]).toEqual([0.25, 0]);
});

test('profiles are named by step and kind, and opened by one line', () => {
  const steps = [{ index: 2, profiles: [{ kind: 'cpu' }, { kind: 'mutex' }] }] as unknown as RunStep[];
  expect(profilesOf(steps).map(profileKey)).toEqual(['3-cpu', '3-mutex']);
  expect(pprofLine('step-3 cpu.pb.gz')).toBe("go tool pprof -http : 'step-3 cpu.pb.gz'");
});
