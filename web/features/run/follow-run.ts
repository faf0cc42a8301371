import type { Run } from '@contract/run';
import type { RunChange } from '@contract/run-change';
import type { RunSeries } from '@contract/samples';
import { changedRun } from '@rules/run/run-change';
import { DRAWN_ROWS } from '@/charts/series';
import { type FeedEvent, isOpen, nextFeed, patienceMs, startFeed } from '@/features/run/live/live-feed';

interface Follower {
  polling: (polling: boolean) => void;
  /** Anything came, a ping too. */
  heard: () => void;
  run: (run: Run) => void;
  series: (series: RunSeries) => void;
}

const visible = (): boolean => document.visibilityState === 'visible';

/**
 * Listens to a run's events until closed; `lib/live-feed` decides when. A stream that is opened anew goes on after the
 * last event: EventSource would name it by itself only as long as it is never closed.
 */
export function followRun(id: string, on: Follower): () => void {
  let feed = startFeed(visible());
  let source: EventSource | null = null;
  let lastEventId = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  const listen = <T>(type: string, handle: (data: T) => void): void => {
    source?.addEventListener(type, (event) => {
      handle(JSON.parse(event.data) as T);
      lastEventId = event.lastEventId || lastEventId;
      on.heard();
      step('heard');
    });
  };
  const open = (): void => {
    const query = new URLSearchParams({
      changes: 'parts',
      rows: String(DRAWN_ROWS),
      ...(lastEventId && { lastEventId }),
    });
    source = new EventSource(`/api/v1/runs/${encodeURIComponent(id)}/events?${query}`);
    source.addEventListener('error', () => step('failed'));
    // Each connection begins with the whole run.
    let last: Run | null = null;
    const tell = (run: Run): void => {
      last = run;
      on.run(run);
    };
    listen('run', tell);
    listen<RunChange>('change', (change) => last && tell(changedRun(last, change)));
    listen('series', on.series);
    listen('ping', () => {});
  };
  const close = (): void => {
    source?.close();
    source = null;
  };
  const settle = (): void => {
    if (isOpen(feed) && !source) open();
    if (!isOpen(feed)) close();
    clearTimeout(timer);
    const patience = patienceMs(feed);
    if (patience !== null) timer = setTimeout(() => step('timeout'), patience);
    on.polling(feed.polling);
  };
  const step = (event: FeedEvent): void => {
    feed = nextFeed(feed, event);
    settle();
  };
  const look = (): void => step(visible() ? 'shown' : 'hidden');

  document.addEventListener('visibilitychange', look);
  settle();
  return () => {
    document.removeEventListener('visibilitychange', look);
    clearTimeout(timer);
    close();
  };
}
