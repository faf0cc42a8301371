import { accountRoutes } from './routes/account-routes.ts';
import { agentRoutes } from './routes/agent-routes.ts';
import { alertRoutes } from './routes/alert-routes.ts';
import { auditRoutes } from './routes/audit-routes.ts';
import { benchmarkRoutes } from './routes/benchmark-routes.ts';
import { bisectionRoutes } from './routes/bisection-routes.ts';
import { experimentRoutes } from './routes/experiment-routes.ts';
import { hostRoutes } from './routes/host-routes.ts';
import { importRoutes } from './routes/import-routes.ts';
import { launchRoutes } from './routes/launch-routes.ts';
import { peopleRoutes } from './routes/people-routes.ts';
import { runRoutes } from './routes/run-routes.ts';
import { serviceRoutes } from './routes/service-routes.ts';
import { shareRoutes } from './routes/share-routes.ts';
import { storageRoutes } from './routes/storage-routes.ts';
import { viewRoutes } from './routes/view-routes.ts';
import { webhookRoutes } from './routes/webhook-routes.ts';

export type { Access, RouteShape } from './routes/route.ts';

/** Besides the routes: what this instance's API is, for anyone who can reach it. */
export const DOCUMENTATION = { document: '/api/v1/openapi.json', pages: '/api/v1/docs' } as const;

/** Every route of the API, with who may call it. */
export const routes = {
  ...serviceRoutes,
  ...hostRoutes,
  ...launchRoutes,
  ...runRoutes,
  ...viewRoutes,
  ...storageRoutes,
  ...experimentRoutes,
  ...benchmarkRoutes,
  ...alertRoutes,
  ...bisectionRoutes,
  ...importRoutes,
  ...shareRoutes,
  ...agentRoutes,
  ...accountRoutes,
  ...peopleRoutes,
  ...webhookRoutes,
  ...auditRoutes,
} as const;
export type RouteName = keyof typeof routes;
