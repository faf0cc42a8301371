import { expect, it } from 'vitest';
import type { TargetIdentity } from '../../contract/identity.ts';
import { targetFiles } from './target-files.ts';

const file = (path: string, declared = false) => ({ path, sha256: 'a'.repeat(64), sizeBytes: 1, declared });
const NODE: TargetIdentity = {
  binary: file('/usr/bin/node'),
  files: [],
  argvHmac: null,
  environmentNames: [],
  environmentHmac: null,
  version: null,
  unit: null,
  container: null,
  unread: [],
};
const paths = (files: { path: string }[]) => files.map(({ path }) => path);

it('a script stands apart from the libraries of its interpreter', () => {
  const files = ['/lib/ld-linux-x86-64.so.2', '/lib/libc.so.6', '/srv/so.mjs', '/usr/lib/libuv.so.1.0.0'];
  const { own, libraries } = targetFiles({ ...NODE, files: files.map((path) => file(path)) });
  expect(paths(own)).toEqual(['/srv/so.mjs']);
  expect(paths(libraries)).toEqual(['/lib/ld-linux-x86-64.so.2', '/lib/libc.so.6', '/usr/lib/libuv.so.1.0.0']);
});

it('no declaration is told from the declaration that no file matters', () => {
  expect(targetFiles(NODE).whyNone).toBe('none, as its host declares');
  const unread = [{ path: 'identityFiles', reason: 'is not declared' }];
  expect(targetFiles({ ...NODE, unread }).whyNone).toBe('not declared');
  expect(targetFiles({ ...NODE, files: [file('/etc/app.conf', true)] }).whyNone).toBeNull();
});
