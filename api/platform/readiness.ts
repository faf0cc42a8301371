import type { Lab } from './lab.ts';

export interface Readiness {
  /** False: nothing works. */
  database: boolean;
  /** What is wrong with files, and whether new ones cannot be kept; null while all is well. */
  files: { sentence: string; stops: boolean } | null;
}

/** What the API needs to work, asked now. */
export async function readReadiness({ database, blobs }: Pick<Lab, 'database' | 'blobs'>): Promise<Readiness> {
  try {
    await database.ping();
  } catch {
    return { database: false, files: null };
  }
  return { database: true, files: await blobs.fault() };
}
