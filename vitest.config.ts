import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      {
        resolve: {
          alias: [
            { find: /^@(contract|rules)\/(.*)$/, replacement: path.resolve('api/$1/$2.ts') },
            { find: /^@\//, replacement: path.resolve('web') + path.sep },
          ],
        },
        test: {
          name: 'unit',
          isolate: false,
          include: ['api/*.test.ts', 'api/{contract,rules}/**/*.test.ts', 'web/{lib,features,charts,ui}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, '**/*.oracle.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'postgres',
          include: [
            'prisma/**/*.test.mjs',
            'scripts/backup/*.test.mjs',
            'scripts/postgres.test.mjs',
            'scripts/postgres/*.test.mjs',
          ],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'instance',
          include: ['scripts/test/instance/*.test.mjs'],
          fileParallelism: false,
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'enrol',
          include: ['scripts/test/enrol/*.test.mjs'],
          fileParallelism: false,
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'scripts',
          include: ['scripts/test/scripts/*.test.mjs'],
          fileParallelism: false,
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'namespaces',
          include: ['scripts/test/namespaces/*.test.mjs'],
          globalSetup: ['scripts/test/namespaces/shared-instance.mjs'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'kernel',
          include: ['scripts/test/kernel/*.test.mjs'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'api',
          isolate: false,
          // The answer that a test did not expect is in the first line of its failure, which may be all that is kept of a log.
          chaiConfig: { truncateThreshold: 0 },
          include: ['api/*/**/*.test.ts'],
          exclude: [...configDefaults.exclude, 'api/{contract,rules}/**', '**/*.cloud.test.ts'],
          globalSetup: ['api/testing/database-server.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'oracle',
          include: ['api/**/*.oracle.test.ts'],
          globalSetup: ['scripts/test/ensure-otava.mjs'],
          testTimeout: 60_000,
          // The first time it installs what is asked.
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'cloud',
          include: ['api/**/*.cloud.test.ts'],
          globalSetup: ['api/testing/database-server.ts', 'scripts/test/ensure-aws-emulator.mjs'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
