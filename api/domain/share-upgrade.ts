import { type ShareDocument, shareDocument } from '../contract/share.ts';
import { lift, type Upgraders } from './lift.ts';

/** One entry for each version but the last. Documents of every version are kept in api/testing/shares and opened. */
const upgraders: Upgraders = {};

/** A stored document in today's form. Throws when it is of a version that is newer than this product. */
export function upgradeDocument(stored: unknown): ShareDocument {
  return shareDocument.parse(lift(stored, 'documentVersion', upgraders));
}
