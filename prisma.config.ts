import { defineConfig } from 'prisma/config';

const url = process.env.DATABASE_URL;

export default defineConfig({
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations' },
  // Left out when unset, because `prisma generate` needs no database.
  ...(url ? { datasource: { url } } : {}),
});
