import type { ComparedSetting } from '../../contract/comparison.ts';
import type { Run } from '../../contract/run.ts';
import { shortHash } from '../identity/identity-changes.ts';
import { identityRows } from '../identity/identity-rows.ts';
import { secretsOf } from '../script/request-lines.ts';
import { type AppliedState, snapshotDifferences } from '../tuning/snapshot-differences.ts';
import { tuningReaders } from '../tuning/tuning-settings.ts';
import { sha256Hex } from '../words/sha256.ts';
import { capitalised } from '../words/text.ts';
import { hostReaders } from './host-settings.ts';
import type { Reading } from './setting-reader.ts';
import { LOAD_READERS, SECRETS_PATH, TARGET_READERS } from './spec-readers.ts';

/**
 * Settings and facts of the runs side by side, group by group. What no run has is left out, and so is what is worth a row
 * only where it differs and does not.
 */
export function compareSettings(runs: Run[], states: AppliedState[] = []): ComparedSetting[] {
  const readers = [
    ...hostReaders(runs, 'hardware'),
    ...TARGET_READERS,
    ...tuningReaders(runs),
    ...LOAD_READERS,
    ...hostReaders(runs, 'software'),
  ];
  const rows = readers.flatMap(({ group, path, label, read, onlyDifferent }) => {
    const readings = runs.map(read);
    if (readings.every((one) => one === null)) return [];
    const same = new Set(readings.map((one) => one?.key ?? null)).size === 1;
    if (same && onlyDifferent) return [];
    return [{ group, path, label: titled(label), values: tellApart(readings), same }];
  });
  return [...rows, ...identityRows(runs), ...secretRows(runs), ...snapshotDifferences(runs, states)];
}

/** Whether a secret had the same value in two runs is not known: hosts keep values to themselves. Runs without it sent none. */
function secretRows(runs: Run[]): ComparedSetting[] {
  const names = [...new Set(runs.flatMap(secretsOf))];
  return names.flatMap((name) => {
    const takes = runs.map((run) => secretsOf(run).includes(name));
    if (takes.filter(Boolean).length < 2) return [];
    const values = takes.map((taken) => (taken ? null : 'not sent'));
    return [{ group: 'target', path: `${SECRETS_PATH}${name}`, label: `Value of secret ${name}`, values, same: false }];
  });
}

/**
 * One text for each key: the first run's. Two hosts may have one name, and two bodies one size: then the end of their ids,
 * or the beginning of a hash of what was asked, is shown as well.
 */
function tellApart(readings: (Reading | null)[]): (string | null)[] {
  return readings.map((one) => {
    if (one === null) return null;
    const text = readings.find((other) => other?.key === one.key)?.text ?? one.text;
    const namesake = readings.some((other) => other !== null && other.text === text && other.key !== one.key);
    return namesake ? `${text} (${markOf(one)})` : text;
  });
}

const markOf = ({ key, exact }: Reading): string =>
  exact
    ? `SHA-256 ${shortHash(sha256Hex(new TextEncoder().encode(key)))} of what was asked`
    : `id ends in ${key.slice(-4)}`;

/** Names of the kernel, such as net.core.somaxconn, stay as the kernel has them. */
const titled = (label: string): string => (/^[^ ]+[./]/.test(label) ? label : capitalised(label));
