import type { Notifications } from './store/notifications.ts';
import type { Channel } from './store/notify.ts';

interface Waiting {
  channel: Channel;
  payload: string;
  waitMs: number;
  /** Whoever asked is gone. */
  closed: AbortSignal;
}

/**
 * Looks until something is found, at once and after every notification, for up to `waitMs`; null when nothing was. The
 * waiter is registered before the first look, so nothing slips between.
 */
export async function waitFor<T>(
  notifications: Notifications,
  { channel, payload, waitMs, closed }: Waiting,
  look: () => Promise<T | null>,
): Promise<T | null> {
  let wake: () => void = () => {};
  let woken = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const rouse = (): void => wake();
  const off = notifications.on(channel, payload, rouse);
  closed.addEventListener('abort', rouse, { once: true });
  // The timer alone says when it is over: with a clock that is set, or reads a millisecond less, the waiter would sleep
  // on.
  let over = false;
  const timer = setTimeout(() => {
    over = true;
    rouse();
  }, waitMs);
  try {
    for (;;) {
      if (closed.aborted) return null;
      const last = over;
      const found = await look();
      if (found !== null || last) return found;
      await woken;
      woken = new Promise((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    clearTimeout(timer);
    closed.removeEventListener('abort', rouse);
    off();
  }
}
