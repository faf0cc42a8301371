'use client';

import { PageHead } from '@/ui/page-head';
import { SectionBar } from '@/ui/section-bar';
import { Toaster } from '@/ui/toaster';
import { ThemeToggle } from '../shell/theme-toggle';
import { Actions } from './actions';
import { Chips } from './chips';
import { Drawings } from './drawings';
import { Fields } from './fields';
import { Figures } from './figures';
import { Overlays } from './overlays';
import { Sections } from './sections';
import { Specimen } from './specimen';
import { States } from './states';
import { Tables } from './tables';
import { Texts } from './texts';

const ROOMS = [
  { id: 'actions', label: 'Actions', body: <Actions /> },
  { id: 'chips', label: 'Chips and marks', body: <Chips /> },
  { id: 'fields', label: 'Fields', body: <Fields /> },
  { id: 'overlays', label: 'Dialogs, menus, toasts', body: <Overlays /> },
  { id: 'states', label: 'Notices and states', body: <States /> },
  { id: 'figures', label: 'Figures', body: <Figures /> },
  { id: 'texts', label: 'Texts', body: <Texts /> },
  { id: 'tables', label: 'Tables', body: <Tables /> },
  { id: 'sections', label: 'Sections', body: <Sections /> },
  { id: 'drawings', label: 'Charts', body: <Drawings /> },
];

/** Every part of the design system in its states. Only `npm run ui` has this page. */
export function PartsPage() {
  return (
    <main className="mx-auto grid max-w-[90rem] grid-cols-[minmax(0,1fr)] gap-4 px-4 py-5 sm:px-7">
      <Specimen of="page-head">
        <PageHead parent={{ href: '/dev/ui', label: 'Design system' }} title="Parts" actions={<ThemeToggle />} />
      </Specimen>
      <Specimen of="section-bar">
        <p className="text-sm text-muted">Below this line; it stays in sight.</p>
      </Specimen>
      <SectionBar sections={ROOMS} />
      {ROOMS.map(({ id, body }) => (
        <div key={id} className="contents">
          {body}
        </div>
      ))}
      <Toaster />
    </main>
  );
}
