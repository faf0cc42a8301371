import type { Privilege } from '@contract/host';
import { Marked } from '@/ui/mark';
import { ALL_PRIVILEGES, PRIVILEGES, privilegeTold } from './privilege-words';

/** What the agent may change, right by right. */
export function Privileges({ held }: { held: Privilege[] }) {
  return (
    <>
      <p>{privilegeTold(held).sentence}</p>
      <ul className="mt-1.5 grid gap-x-6 gap-y-1 lg:grid-cols-2">
        {ALL_PRIVILEGES.map((name) => {
          const may = held.includes(name);
          return (
            <li key={name} className="grid gap-x-2 sm:grid-cols-[7.5rem_minmax(0,1fr)]">
              <Marked mark={may ? 'ok' : 'none'}>
                {name}
                <span className="sr-only">{may ? ': held' : ': not held'}</span>
              </Marked>
              <span className="pl-5 text-muted sm:pl-0">{PRIVILEGES[name]}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
