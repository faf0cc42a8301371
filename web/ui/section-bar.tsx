'use client';

import { useEffect, useState } from 'react';
import { classNames } from './class-names';
import { SelectBox } from './inputs/control';

export interface Section {
  /** Of the element that it leads to, and the hash of the address. */
  id: string;
  label: string;
}

/** The sections of a long page, always in sight: links from tablets on, a choice on phones. */
export function SectionBar({ sections }: { sections: Section[] }) {
  const current = useCurrentSection(sections);
  return (
    <nav
      aria-label="Sections"
      className="sticky top-0 z-20 -mx-4 border-b border-line bg-bg px-4 sm:-mx-7 sm:px-7 print:hidden"
    >
      <div className="py-1.5 sm:hidden">
        <SelectBox
          aria-label="Section"
          className="min-h-11"
          value={current}
          onChange={({ target }) => goTo(target.value)}
        >
          {sections.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectBox>
      </div>
      <ul className="hidden gap-1 overflow-x-auto sm:flex">
        {sections.map(({ id, label }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={current === id ? 'true' : undefined}
              onClick={(event) => {
                event.preventDefault();
                goTo(id);
              }}
              className={classNames(
                'block whitespace-nowrap border-b-2 px-2.5 py-2 text-sm outline-offset-[-2px]',
                current === id ? 'border-accent font-medium text-ink' : 'border-transparent text-muted hover:text-ink',
              )}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function goTo(id: string): void {
  const element = document.getElementById(id);
  if (!element) return;
  const address = new URL(window.location.href);
  address.hash = id;
  window.history.replaceState(window.history.state, '', address);
  element.scrollIntoView({ block: 'start' });
  element.focus({ preventScroll: true });
}

/** The section at the top of the window; that of the address when the page is opened. */
function useCurrentSection(sections: Section[]): string {
  const ids = sections.map(({ id }) => id).join(' ');
  const [current, setCurrent] = useState(sections[0]?.id ?? '');
  useEffect(() => {
    const named = window.location.hash.slice(1);
    if (ids.split(' ').includes(named)) document.getElementById(named)?.scrollIntoView({ block: 'start' });
  }, [ids]);
  useEffect(() => {
    const elements = ids.split(' ').flatMap((id) => document.getElementById(id) ?? []);
    const inView = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inView.add(target.id);
          else inView.delete(target.id);
        }
        const first = elements.find(({ id }) => inView.has(id));
        if (first) setCurrent(first.id);
      },
      // A section counts from where the bar ends, and until it has left the upper third.
      { rootMargin: '-56px 0px -66% 0px' },
    );
    for (const element of elements) observer.observe(element);
    return () => observer.disconnect();
  }, [ids]);
  return current;
}

/** What the bar leads to. Empty sections keep their place, so that it never leads nowhere. */
export const sectionProps = (id: string) => ({
  id,
  tabIndex: -1,
  className: 'grid min-w-0 scroll-mt-14 gap-4 outline-none print:block print:space-y-4',
});
