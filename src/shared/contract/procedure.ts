import { z } from 'zod';

/** One thing the UI can ask of main: what goes in (strict) and what a success brings. */
export interface Procedure<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  input: I;
  output: O;
}

export const procedure = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O): Procedure<I, O> => ({
  input,
  output,
});

/** For procedures that take nothing: called with no argument or an empty object. */
export const nothing = z.strictObject({}).optional();
