import { parseArgs } from 'node:util';

/** What of the command line is Konter's own; Chromium's switches stand between. */
export interface OwnArguments {
  /** --settings FILE */
  settings: string | undefined;
  /** --check: look whether all is well, without a window, and end with a code */
  check: boolean;
  /** --json: the check's answer for programs */
  json: boolean;
}

/** @param argv without the program, and without the folder it is run from while it is not packed */
export function ownArguments(argv: readonly string[]): OwnArguments {
  const { values } = parseArgs({
    args: [...argv],
    strict: false,
    allowPositionals: true,
    options: { settings: { type: 'string' }, check: { type: 'boolean' }, json: { type: 'boolean' } },
  });
  return {
    settings: typeof values.settings === 'string' ? values.settings : undefined,
    check: values.check === true,
    json: values.json === true,
  };
}
