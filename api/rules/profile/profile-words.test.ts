import { expect, test } from 'vitest';
import {
  codeKind,
  formatPerRequest,
  formatSample,
  frameSentence,
  samplesSentence,
  shortFunction,
} from './profile-words.ts';

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
      'slices.partitionCmpFunc[go.shape.struct { example.org/a.price float64; example.org/a.id []uint8 }]',
    ].map(shortFunction),
  ).toEqual([
    'fiber/v3.(*App).handler',
    'http.(*conn).serve',
    'runtime.mallocgc',
    'server.pick[go.shape.int]',
    'main.(*Pool[github.com/x/y.Product]).Get',
    'slices.partitionCmpFunc[…]',
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

test('what a request has of it is told in microseconds, whatever its size', () => {
  expect([
    formatPerRequest(820, 'nanoseconds'),
    formatPerRequest(12_340, 'nanoseconds'),
    formatPerRequest(0.25, 'count'),
    formatPerRequest(1500, 'bytes'),
  ]).toEqual(['0.820 µs/req', '12.3 µs/req', '0.250/req', '1,500 bytes/req']);
});

test('a frame is told exactly', () => {
  const of = { unit: 'nanoseconds', total: 4e9, requests: 1e6, sampleValue: 1e7 };
  expect(frameSentence({ total: 1e9, self: 5e8 }, of)).toBe(
    '100 samples · 1.00 s, 25 % · 1.00 µs/req · 500 ms in itself',
  );
  expect(frameSentence({ total: 10, self: 0 }, { unit: 'count', total: 40, requests: null, sampleValue: null })).toBe(
    '10, 25 % · 0 in itself',
  );
});

test('a profile tells of how many samples it is', () => {
  expect(samplesSentence({ total: 1.58e9, unit: 'nanoseconds', sampleValue: 1e7 })).toMatch(
    /^158 samples, one each 10\.0 ms: /,
  );
  expect(samplesSentence({ total: 40, unit: 'count', sampleValue: null })).toBeNull();
});

test('a frame is of the kernel, a runtime, a program, or nobody knows', () => {
  expect(
    [
      { name: 'tcp_ack', file: '[kernel]' },
      { name: 'runtime.mallocgc', file: 'runtime/malloc.go:1' },
      { name: 'internal/runtime/syscall/linux.Syscall6', file: '' },
      { name: 'syscall.RawSyscall6', file: '' },
      { name: 'internal/runtime/maps.newTable', file: '' },
      { name: 'runtimes.Start', file: '' },
      { name: '[unknown in libc.so.6]', file: 'libc.so.6' },
      { name: '0x7f00', file: '' },
      { name: 'nginx', file: 'process' },
      { name: '(other)', file: '' },
    ].map(codeKind),
  ).toEqual(['kernel', 'runtime', 'kernel', 'kernel', 'runtime', 'program', 'unnamed', 'unnamed', 'process', 'folded']);
});
