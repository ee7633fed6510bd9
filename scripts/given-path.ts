import { resolve } from 'node:path';

/** npm runs scripts in the project's folder; a path means the folder that the person was in. */
export const pathOf = (given: string): string => resolve(process.env['INIT_CWD'] ?? '.', given);
