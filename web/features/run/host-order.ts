import type { Run } from '@contract/run';

/** The host of the target first, as people read: what is measured stands there. */
export function serverFirst<H extends { hostId: string }>(hosts: H[], run: Pick<Run, 'spec'>): H[] {
  const last = ({ hostId }: H): number => (hostId === run.spec.server?.hostId ? 0 : 1);
  return [...hosts].sort((a, b) => last(a) - last(b));
}

export const serverOf = ({ hosts }: Pick<Run, 'hosts'>): Run['hosts'][number] | undefined =>
  hosts.find(({ roles }) => roles.includes('server'));
