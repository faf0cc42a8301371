/** What several processes of the API have to have in common, as each says of itself. */
export interface Replica {
  /** Its machine and port. */
  id: string;
  secretHash: string;
  /** Where it keeps files: the id of a folder, or an address. */
  filesAt: string;
}

/** Why one process cannot share its database with the others, a sentence for each reason. */
export function replicaFaults(own: Replica, all: Replica[]): string[] {
  const others = all.filter(({ id }) => id !== own.id);
  const named = (differs: (other: Replica) => boolean): string =>
    others
      .filter(differs)
      .map(({ id }) => id)
      .join(', ');
  const bySecret = named(({ secretHash }) => secretHash !== own.secretHash);
  const byFiles = named(({ filesAt }) => filesAt !== own.filesAt);
  return [
    ...(bySecret
      ? [
          `MILLIONRPS_SECRET differs from that of ${bySecret}: who signs in here is signed out there. Start all with the same.`,
        ]
      : []),
    ...(byFiles
      ? [
          `Files are kept in another place than by ${byFiles}: what one keeps, the others cannot find. Share one folder, or keep files in S3.`,
        ]
      : []),
  ];
}
