import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AUDIT_ACTIONS, type Recorded } from './audit-actions.ts';
import { type RouteName, type RouteShape, routes } from './routes.ts';

type Node = { properties?: Record<string, Node>; anyOf?: Node[]; oneOf?: Node[]; allOf?: Node[]; $ref?: string };
const recorded = (Object.entries(routes) as [RouteName, RouteShape][]).flatMap(([name, shape]) =>
  shape.audit === undefined || 'none' in shape.audit ? [] : [{ name, shape, audit: shape.audit as Recorded }],
);

/** Whether a schema can have something at a path. */
function has(schema: z.ZodType | undefined, path: string, io: 'input' | 'output'): boolean {
  if (!schema) return false;
  const root = z.toJSONSchema(schema, { io, reused: 'inline', unrepresentable: 'any' }) as Node & {
    $defs?: Record<string, Node>;
  };
  const at = (node: Node | undefined, names: string[]): boolean => {
    const [name, ...rest] = names;
    if (!node) return false;
    if (name === undefined) return true;
    if (node.$ref) return at(root.$defs?.[node.$ref.split('/').at(-1) ?? ''], names);
    const choices = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])];
    return at(node.properties?.[name], rest) || choices.some((choice) => at(choice, names));
  };
  return at(root, path.split('.'));
}

describe('what a route leaves in the audit log', () => {
  it.each(recorded)('$name names places that its address, answer and body have', ({ shape, audit }) => {
    if ('id' in audit) {
      const [where, ...path] = audit.id.split('.');
      if (where === 'params') expect(has(shape.params, path.join('.'), 'input')).toBe(true);
      // An import that takes long says its id in the answer that it is under way.
      if (where === 'reply')
        expect([shape.reply, shape.underWay].some((schema) => has(schema, path.join('.'), 'output'))).toBe(true);
    }
    for (const field of audit.fields ?? []) expect([field, has(shape.body, field, 'input')]).toEqual([field, true]);
  });

  it('is never a field that may hold a secret', () => {
    const fields = recorded.flatMap(({ audit }) => audit.fields ?? []);
    expect(fields.filter((field) => /secret|password|token|url|code|key|notes|files|body/i.test(field))).toEqual([]);
  });

  it('is every action that there is', () => {
    const named = new Set(recorded.map(({ audit }) => audit.action));
    expect(Object.keys(AUDIT_ACTIONS).filter((action) => !named.has(action as keyof typeof AUDIT_ACTIONS))).toEqual([]);
  });
});
