import { accountRoutes } from './account-routes.ts';
import { agentRoutes } from './agent-routes.ts';
import { experimentRoutes } from './experiment-routes.ts';
import { hostRoutes } from './host-routes.ts';
import { importRoutes } from './import-routes.ts';
import { peopleRoutes } from './people-routes.ts';
import { runRoutes } from './run-routes.ts';
import { serviceRoutes } from './service-routes.ts';
import { shareRoutes } from './share-routes.ts';

export type { Access, RouteShape } from './route.ts';

/** Besides the routes: what this instance's API is, for anyone who can reach it. */
export const DOCUMENTATION = { document: '/api/v1/openapi.json', pages: '/api/v1/docs' } as const;

/** Every route of the API, with who may call it. */
export const routes = {
  ...serviceRoutes,
  ...hostRoutes,
  ...runRoutes,
  ...experimentRoutes,
  ...importRoutes,
  ...shareRoutes,
  ...agentRoutes,
  ...accountRoutes,
  ...peopleRoutes,
} as const;
export type RouteName = keyof typeof routes;
