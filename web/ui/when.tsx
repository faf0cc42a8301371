'use client';

import { formatAbsolute, formatRelative, formatUntil } from '@/lib/time';
import { useHydrated } from './browser/hydrated';
import { useNowUs } from './browser/now';

/** Relative, with the absolute time as its title. */
export function When({ atUs }: { atUs: number }) {
  const nowUs = useNowUs(10_000);
  return <Time atUs={atUs} text={formatRelative(atUs, nowUs)} />;
}

/** With the absolute time below it, where the moment itself is what is asked for: no mouse is needed to read it. */
export const WhenExactly = ({ atUs }: { atUs: number }) => (
  <>
    <When atUs={atUs} />
    <Absolute atUs={atUs} />
  </>
);

/** The absolute time, in a line. */
export function Moment({ atUs }: { atUs: number }) {
  const hydrated = useHydrated();
  return <time dateTime={new Date(atUs / 1000).toISOString()}>{hydrated && formatAbsolute(atUs)}</time>;
}

function Absolute({ atUs }: { atUs: number }) {
  const hydrated = useHydrated();
  return <span className="block text-xs text-muted">{hydrated && formatAbsolute(atUs)}</span>;
}

/** 'used 3 h ago', or what stands there of what never was. */
export const Used = ({ atUs, never }: { atUs: number | null; never: string }) =>
  atUs === null ? (
    never
  ) : (
    <>
      used <When atUs={atUs} />
    </>
  );

/** How long until a moment that lies ahead. */
export function Until({ atUs }: { atUs: number }) {
  const nowUs = useNowUs(10_000);
  return <Time atUs={atUs} text={formatUntil(atUs, nowUs)} />;
}

function Time({ atUs, text }: { atUs: number; text: string }) {
  const hydrated = useHydrated();
  const moment = new Date(atUs / 1000).toISOString();
  if (!hydrated) return <time dateTime={moment} />;
  return (
    <time dateTime={moment} title={formatAbsolute(atUs)}>
      {text}
    </time>
  );
}
