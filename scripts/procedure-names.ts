import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { z } from 'zod';

const Names = z.object({ procedureNames: z.array(z.string()) });

/** Puts the list of procedures into a bundle in place of the contract that it is read off. */
export const procedureNames = (): Plugin => ({
  name: 'procedure-names',
  load: {
    filter: { id: /\/src\/shared\/contract\/procedure-names\.ts$/ },
    async handler(id) {
      const module: unknown = await import(/* @vite-ignore */ pathToFileURL(id).href);
      return `export const procedureNames = ${JSON.stringify(Names.parse(module).procedureNames)};`;
    },
  },
});
