import { z } from 'zod';
import { bundle } from '../contract/bundle.ts';

/** The JSON Schema of a results bundle, made of the one that is enforced. */
export const bundleSchema = (publicUrl: string): string =>
  JSON.stringify(
    {
      $id: `${publicUrl}/api/v1/imports/bundle-schema`,
      title: 'millionrps results bundle',
      ...z.toJSONSchema(bundle, { io: 'input' }),
    },
    null,
    2,
  );
