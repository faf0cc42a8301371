import path from 'node:path';
import type { NextConfig } from 'next';

const repository = path.resolve(import.meta.dirname, '..');

const config: NextConfig = {
  output: 'standalone',
  outputFileTracingRoot: repository,
  turbopack: { root: repository },
  poweredByHeader: false,
  compress: false,
  reactStrictMode: true,
};

export default config;
