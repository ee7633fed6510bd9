/** The names under which Electron carries the contract. Free of zod: part of the preload bundle. */

/** One channel for each procedure, so that main serves nothing but what is in the contract. */
export const procedureChannel = (name: string): string => `konter:${name}`;

/** The channel of all events; no procedure is called "event". */
export const eventChannel = 'konter:event';
