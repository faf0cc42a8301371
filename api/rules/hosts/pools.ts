import type { Host } from '../../contract/host.ts';

/** A label, and how many hosts have it. */
export interface Pool {
  label: string;
  count: number;
}

/** In order of their labels. */
export function labelsOf(hosts: Pick<Host, 'labels'>[]): Pool[] {
  const counts = new Map<string, number>();
  for (const label of hosts.flatMap(({ labels }) => labels)) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].map(([label, count]) => ({ label, count })).sort((a, b) => (a.label < b.label ? -1 : 1));
}

/** It has each of them. */
export const hasLabels = ({ labels }: Pick<Host, 'labels'>, wanted: string[]): boolean =>
  wanted.every((label) => labels.includes(label));
