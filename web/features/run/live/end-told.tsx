'use client';

import type { Run } from '@contract/run';
import { isTerminal } from '@rules/run/run-machine';
import { useEffect, useRef, useState } from 'react';
import { statusOf } from '@/lib/run-state';
import { Button } from '@/ui/button';

const endSentence = (run: Run): string => {
  const { label, more } = statusOf(run);
  return `${run.name}: ${[label, more].filter(Boolean).join(', ')}`;
};

/** Reads out that the run ended, of a run that was seen under way; and tells it outside of the page where that was asked for. */
export function EndTold({ run, notify }: { run: Run; notify: boolean }) {
  const over = isTerminal(run.state);
  const seenUnderWay = useRef(!over);
  const sentence = over && seenUnderWay.current ? endSentence(run) : '';
  useEffect(() => {
    if (sentence === '' || !notify) return;
    const told = new Notification(sentence, { tag: run.id });
    told.onclick = () => window.focus();
  }, [sentence, notify, run.id]);
  return (
    <p role="status" className="sr-only">
      {sentence}
    </p>
  );
}

/** Asks the browser for leave once the person wants to be told; null where it has no notifications. */
export function NotifyButton({ notify, onNotify }: { notify: boolean; onNotify: (notify: boolean) => void }) {
  const [refused, setRefused] = useState(false);
  if (typeof window === 'undefined' || !('Notification' in window)) return null;
  const ask = async (): Promise<void> => {
    if (notify) return onNotify(false);
    const granted = (await Notification.requestPermission()) === 'granted';
    setRefused(!granted);
    onNotify(granted);
  };
  return (
    <Button
      aria-pressed={notify}
      title={
        refused
          ? 'The browser does not allow notifications of this site.'
          : 'A notification of the browser, while this page is open'
      }
      onClick={ask}
    >
      {notify ? 'Will notify' : refused ? 'Notifications are blocked' : 'Notify me'}
    </Button>
  );
}
