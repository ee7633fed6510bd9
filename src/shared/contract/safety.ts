import { z } from 'zod';
import { Pin } from './inputs.ts';
import { procedure } from './procedure.ts';

export const safety = {
  /** goes on although the counter has a doubt that is asked about before the first sale; kept in the log */
  'safety.accept': procedure(
    z.strictObject({ what: z.enum(['clock', 'older_book']), pin: Pin.optional() }),
    z.object({}),
  ),
};
