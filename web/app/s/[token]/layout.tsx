import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { askedOrigin } from '@/features/share/read-preview';

/** Also of a link that is closed: what a page lacks, Next takes from the port that it listens on. */
export const generateMetadata = async (): Promise<Metadata> => ({ metadataBase: new URL(await askedOrigin()) });

export default function Layout({ children }: { children: ReactNode }) {
  return children;
}
