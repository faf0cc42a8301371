import { describe, expect, it } from 'vitest';
import { replicaFaults } from './replica-faults.ts';

const own = { id: 'a:3000', secretHash: 's', filesAt: 'f' };

describe('a process that shares its database', () => {
  it('has nothing to say of others that are alike, nor of itself', () => {
    expect(replicaFaults(own, [own, { ...own, id: 'b:3000' }])).toEqual([]);
    expect(replicaFaults(own, [{ id: own.id, secretHash: 'old', filesAt: 'old' }])).toEqual([]);
  });

  it('names those with another secret, and those with another place for files', () => {
    const others = [
      { ...own, id: 'b:3000', secretHash: 't' },
      { ...own, id: 'c:3000', secretHash: 't', filesAt: 'g' },
    ];
    expect(replicaFaults(own, others)).toEqual([
      'MILLIONRPS_SECRET differs from that of b:3000, c:3000: who signs in here is signed out there. Start all with the same.',
      'Files are kept in another place than by c:3000: what one keeps, the others cannot find. Share one folder, or keep files in S3.',
    ]);
  });
});
