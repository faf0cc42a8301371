/** Buckets of latency over time: every octave has 16, as volley counts them; below 32 µs each is one microsecond. */
const PER_OCTAVE = 16;

/** The bucket of a latency in whole microseconds. */
export function bucketOf(us: number): number {
  const octave = octaveOf(us);
  return octave * PER_OCTAVE + Math.floor(us / 2 ** octave);
}

/** Where a bucket begins, in microseconds; it ends where the next one begins. */
export function bucketStartUs(bucket: number): number {
  const octave = Math.max(0, Math.floor(bucket / PER_OCTAVE) - 1);
  return (bucket - octave * PER_OCTAVE) * 2 ** octave;
}

/** Where a latency lies on an axis on which every bucket is as high as any other. */
export function bucketPosition(us: number): number {
  const octave = octaveOf(us);
  return octave * PER_OCTAVE + us / 2 ** octave;
}

const octaveOf = (us: number): number => Math.max(0, Math.floor(Math.log2(Math.max(1, us)) + 1e-12) - 4);
