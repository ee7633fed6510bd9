import { join } from 'node:path';
import type { Plugin } from 'vite';
import { z } from 'zod';

/** Where a bundle's list lies, from its folder; a name that no host serves and no package takes along. */
export const listFile = '.vite/packages.json';

/** The folders, absolute, of the packages that something in a bundle was made of. */
export const PackageFolders = z.array(z.string());

/** What stands behind the last node_modules: a name, or a scope and a name. */
const packageFolder = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** Lists what a bundle is made of, out of the bundler's own module graph: of scripts, and of files such as fonts. */
export function listPackages(): Plugin {
  return {
    name: 'konter:list-packages',
    generateBundle(_options, bundle) {
      const { root } = this.environment.config;
      const sources = Object.values(bundle).flatMap((output) =>
        output.type === 'chunk' ? output.moduleIds : output.originalFileNames.map((name) => join(root, name)),
      );
      const names = new Set(sources.flatMap((id) => packageFolder.exec(id.replace(/^\0|\?.*$/g, ''))?.[1] ?? []));
      this.emitFile({ type: 'asset', fileName: listFile, source: JSON.stringify([...names].toSorted(), null, 2) });
    },
  };
}
