import { registerHooks } from 'node:module';

/** Preloaded with --import: an import of electron gets the stand-in beside this file. */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: new URL('./electron.ts', import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});
