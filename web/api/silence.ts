/** Nothing that the API answers at once takes as long: then it is asked whether it is there. */
const PATIENCE_MS = 2500;
const PROBE_MS = 1500;
const AGAIN_MS = 2000;

type Listener = () => void;

const listeners = new Set<Listener>();
/** When it fell silent, as far as this page knows; null while it answers. */
let sinceMs: number | null = null;
let probing = false;
let heardMs = 0;

export const silentSinceMs = (): number | null => sinceMs;

export function subscribeToSilence(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(next: number | null): void {
  if ((next === null) === (sinceMs === null)) return;
  sinceMs = next;
  for (const listener of listeners) listener();
}

/** Watches a request: an answer may take long, silence may not. */
export function watchFor<T>(answer: Promise<T>): Promise<T> {
  const askedMs = Date.now();
  const timer = setTimeout(() => void probe(askedMs), PATIENCE_MS);
  const heard = (): void => {
    heardMs = Date.now();
  };
  answer.then(heard, () => {});
  return answer.finally(() => clearTimeout(timer));
}

/** Asks until the API is there again: a request that waited may be answered then, and a page may ask anew. */
export async function probe(sinceAskedMs = Date.now()): Promise<void> {
  if (probing) return;
  probing = true;
  try {
    while (!(await answers())) {
      tell(sinceMs ?? sinceAskedMs);
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
    tell(null);
  } finally {
    probing = false;
  }
}

/** Any answer will do, of the question or of another that was under way: a browser holds questions back behind slow ones. */
async function answers(): Promise<boolean> {
  const beganMs = Date.now();
  try {
    await fetch('/api/v1/ready', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_MS) });
    return true;
  } catch {
    return heardMs >= beganMs;
  }
}
