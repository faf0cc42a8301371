import { type RouteShape, routes } from '../../contract/routes.ts';

interface Address {
  matches: RegExp;
  methods: string[];
}

/** A HEAD would run the handler of a GET: count a share as opened, hold an event stream. So only what is public has one. */
export const methodsOf = ({ method, access }: RouteShape): string[] =>
  method === 'GET' && access === 'public' ? [method, 'HEAD'] : [method];

const shapes: RouteShape[] = Object.values(routes);

const addresses: Address[] = shapes.map((shape) => ({
  matches: new RegExp(`^${shape.url.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`),
  methods: methodsOf(shape),
}));

/** The methods that the contract answers at a path, by any of its routes; none where there is nothing. */
export const methodsAt = (path: string): string[] => [
  ...new Set(addresses.flatMap(({ matches, methods }) => (matches.test(path) ? methods : []))),
];
