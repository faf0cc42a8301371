import type { ServiceIdentity, TargetIdentity } from '../contract/identity.ts';

/** Some hash, the same for the same text. */
export const hashOf = (text: string): string =>
  [...text]
    .reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 0xffffffff, 7)
    .toString(16)
    .padStart(64, 'a');

/** Of a target whose files are those given, by path: their text stands for their content. */
export function sampleIdentity(files: Record<string, string> = {}, over: Partial<TargetIdentity> = {}): TargetIdentity {
  return {
    binary: { path: '/usr/sbin/nginx', sha256: hashOf('nginx'), sizeBytes: 1, declared: false },
    files: Object.entries(files).map(([path, text]) => ({ path, sha256: hashOf(text), sizeBytes: 1, declared: true })),
    argvHmac: hashOf('argv'),
    environmentNames: ['PATH'],
    environmentHmac: hashOf('environment'),
    version: null,
    unit: null,
    container: null,
    unread: [],
    ...over,
  };
}

/** PostgreSQL, as the agent that started it read it. */
export const sampleService = (over: Partial<ServiceIdentity> = {}): ServiceIdentity => ({
  ...sampleIdentity(),
  name: 'postgresql',
  settings: [],
  binary: { path: '/pg18/postgres', sha256: hashOf('18.4'), sizeBytes: 1, declared: false },
  argvHmac: null,
  version: '18.4',
  ...over,
});
