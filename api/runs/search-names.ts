import { FOUND_KINDS } from '../contract/choices.ts';
import type { Found, SearchResult } from '../contract/search.ts';
import type { Validity } from '../contract/verdict.ts';
import type { Lab } from '../platform/lab.ts';
import { toNumber } from '../platform/store/db.ts';
import { mayAct } from '../rules/people/roles.ts';
import { viewPath } from '../rules/run/view-address.ts';
import { isDoubtful } from '../rules/words/doubtful.ts';
import { formatShort, plural } from '../rules/words/numbers.ts';
import { type Sought, searchKind } from './store/search.ts';
import type { ViewKeeper } from './views/keep-views.ts';

const EACH_MOST = { view: 4, run: 8, experiment: 4, host: 4, share: 4 } as const;

/** What has these words in its name, of every kind that the person may see. */
export async function searchNames(lab: Lab, text: string, { userId, role }: ViewKeeper): Promise<SearchResult> {
  const words = text.split(/\s+/).filter(Boolean);
  const kinds = FOUND_KINDS.filter((kind) => kind !== 'share' || mayAct(role, 'operator'));
  const found = await Promise.all(
    kinds.map(async (kind) =>
      (await searchKind(lab.database.db, kind, { words, limit: EACH_MOST[kind], userId })).map((row) =>
        toFound(kind, row),
      ),
    ),
  );
  return { found: found.flat() };
}

function toFound(kind: Found['kind'], row: Sought): Found {
  const { id, name, createdAtUs } = row;
  return { kind, id, name, createdAtUs: toNumber(createdAtUs), ...TOLD[kind](row) };
}

/** '1.17 k req/s', '~1.17 k req/s, suspect'. */
const figureText = (requestsPerSecond: number, validity: Validity | null): string =>
  isDoubtful({ validity })
    ? `~${formatShort(requestsPerSecond)} req/s, ${validity}`
    : `${formatShort(requestsPerSecond)} req/s`;

const TOLD: Record<Found['kind'], (row: Sought) => Pick<Found, 'about' | 'path'>> = {
  view: ({ id, about, owner }) => ({
    path: viewPath({ id, query: about ?? '' }),
    about: owner === null ? 'your view' : `view of ${owner}`,
  }),
  run: ({ id, about, figure, validity }) => ({
    path: `/runs/${id}`,
    about: [about, figure !== null && figureText(figure, validity)].filter(Boolean).join(' · '),
  }),
  experiment: ({ id, about }) => ({ path: `/experiments/${id}`, about: about ?? '' }),
  host: ({ id, about, figure }) => ({
    path: `/hosts/${id}`,
    about: [figure !== null && plural(figure, 'CPU'), about].filter(Boolean).join(' · '),
  }),
  // The link opens as a stranger sees it.
  share: ({ about }) => ({ path: `/s/${about}`, about: 'shared link' }),
};
