import type { Plugin } from 'vite';

/**
 * Leaves JSON Schema out of zod: the pages make none, and every schema refers to the code that would. It is a fifth of zod.
 */
export const zodWithoutJsonSchema = (): Plugin => ({
  name: 'zod-without-json-schema',
  transform: {
    filter: { id: /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/ },
    handler(code) {
      const names = [...code.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name = '']) => name);
      return { code: names.map((name) => `export const ${name} = () => undefined;`).join('\n'), map: null };
    },
  },
});
