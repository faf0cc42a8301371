import type { ProfileKind } from '@contract/load';

export const PROFILE_WORDS: Record<ProfileKind, { title: string; says: string }> = {
  cpu: { title: 'CPU', says: 'where CPU time went while load was driven' },
  block: { title: 'Blocking', says: 'where goroutines waited for channels, conditions and locks' },
  mutex: { title: 'Mutex', says: 'where a lock was given up that others had waited for' },
  heap: { title: 'Heap', says: 'memory in use, by where it was allocated' },
  goroutine: { title: 'Goroutines', says: 'where each goroutine stood' },
  'on-cpu': {
    title: 'On-CPU',
    says: 'what the CPUs of the host ran while load was driven, each process with its functions and the kernel’s',
  },
};
