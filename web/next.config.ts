import path from 'node:path';
import type { NextConfig } from 'next';
import { PHASE_DEVELOPMENT_SERVER } from 'next/constants';

const repository = path.resolve(import.meta.dirname, '..');

const config: NextConfig = {
  output: 'standalone',
  outputFileTracingRoot: repository,
  turbopack: { root: repository },
  poweredByHeader: false,
  compress: false,
  reactStrictMode: true,
  // `npm run verify` does, in a fifth of the time. Who only starts the instance need not wait for it.
  typescript: { ignoreBuildErrors: true },
};

/** A page whose file is called page.dev.tsx is one under `next dev` alone. */
export default function configOf(phase: string): NextConfig {
  const endings = ['tsx', 'ts'];
  return { ...config, pageExtensions: phase === PHASE_DEVELOPMENT_SERVER ? ['dev.tsx', ...endings] : endings };
}
