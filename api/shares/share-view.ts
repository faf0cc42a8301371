import type { Share } from '../contract/share.ts';
import type { Lab } from '../platform/lab.ts';
import { shareStatus } from '../rules/share/share-document.ts';
import type { ShareRecord } from './store/shares.ts';

export function toShare(lab: Lab, { token, ...record }: ShareRecord): Share {
  return { ...record, status: shareStatus(record, lab.nowUs()), url: `${lab.publicUrl}/s/${token}` };
}
