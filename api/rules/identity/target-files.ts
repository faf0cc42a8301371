import type { IdentifiedFile, TargetIdentity } from '../../contract/identity.ts';
import { areFilesDeclared } from './target-identity.ts';

export interface TargetFiles {
  /** Its script and other programs of it: what people wrote is among them. */
  own: IdentifiedFile[];
  /** Shared libraries, which mostly come with the system. */
  libraries: IdentifiedFile[];
  declared: IdentifiedFile[];
  /** Why none is declared; null where some are. */
  whyNone: string | null;
}

const SHARED_LIBRARY = /\.so(\.[\d.]+)?$/;

const isLibrary = ({ path }: IdentifiedFile): boolean => SHARED_LIBRARY.test(path);

/** The files of a target as people know them apart. */
export function targetFiles(identity: TargetIdentity): TargetFiles {
  const declared = identity.files.filter((file) => file.declared);
  const loaded = identity.files.filter((file) => !file.declared);
  return {
    own: loaded.filter((file) => !isLibrary(file)),
    libraries: loaded.filter(isLibrary),
    declared,
    whyNone: declared.length > 0 ? null : areFilesDeclared(identity) ? 'none, as its host declares' : 'not declared',
  };
}
