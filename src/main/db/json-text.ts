import { z } from 'zod';

/** A column that holds JSON, parsed; what is inside is for the next schema to say. */
export const jsonText = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'not JSON' });
    return z.NEVER;
  }
});
