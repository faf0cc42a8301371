import schemas from './spec-schemas.gen.json' with { type: 'json' };

/** The JSON Schema of a spec file. It has its address, so that editors keep one of each instance. */
export const specSchema = (kind: keyof typeof schemas, publicUrl: string): string =>
  JSON.stringify({ $id: `${publicUrl}/api/v1/spec-schemas/${kind}`, ...schemas[kind] }, null, 2);
