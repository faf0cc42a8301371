import './globals.css';
import { GeistMono } from 'geist/font/mono';
import { GeistSans } from 'geist/font/sans';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { PAGE_KEY_SCRIPT } from '@/api/page-key';
import { nonceOf } from '@/features/shell/nonce';
import { Providers } from '@/features/shell/providers';
import { THEME_SCRIPT } from '@/ui/browser/theme';

export const metadata: Metadata = {
  title: { default: 'millionrps', template: '%s · millionrps' },
  description: 'A lab for throughput: run a benchmark on real hosts and see what the numbers mean.',
};

export const viewport: Viewport = { width: 'device-width', initialScale: 1 };

const FIRST_SCRIPT = PAGE_KEY_SCRIPT + THEME_SCRIPT;

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = nonceOf(await headers());
  return (
    <html lang="en" className={`${GeistSans.variable} ${GeistMono.variable}`} suppressHydrationWarning>
      <head>
        {/* Before the first paint, or a dark room sees a white flash; and before Next reads the address. */}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this repository, nothing of a person's */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: FIRST_SCRIPT }} />
      </head>
      <body>
        <Providers>{children}</Providers>
      </body>
    </html>
  );
}
