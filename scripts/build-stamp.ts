import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';

const Stamp = z.object({
  /** digest of the input files' paths, sizes and modification times: cheap to compare */
  listing: z.string(),
  /** digest of the input files' paths and contents */
  content: z.string(),
  /** paths of the output files from the root */
  outputs: z.array(z.string()),
});
type Stamp = z.infer<typeof Stamp>;

export interface BuildFiles {
  /** absolute; the other paths start from it */
  root: string;
  /** files and folders that a build reads */
  inputs: readonly string[];
  /** files and folders that a build writes */
  outputs: readonly string[];
}

/**
 * Records what a build was made from, in a file beside its output. A stamp exists only for a complete build: begin() removes it
 * and complete() writes it.
 */
export class BuildStamp {
  readonly #path: string;
  readonly #files: BuildFiles;

  /** @param path of the stamp, absolute */
  constructor(path: string, files: BuildFiles) {
    this.#path = path;
    this.#files = files;
  }

  /**
   * Whether the output is complete and was made from the present content of the inputs. New modification times alone, as after a
   * switch to another branch and back, make nothing stale.
   */
  async isCurrent(): Promise<boolean> {
    const stamp = await this.#read();
    if (stamp === null || !(await this.#areThere(stamp.outputs))) return false;
    const paths = await this.#inputFiles();
    const listing = await this.#listing(paths);
    if (listing === stamp.listing) return true;
    if ((await this.#content(paths)) !== stamp.content) return false;
    await this.#write({ ...stamp, listing });
    return true;
  }

  /** Call before a build. Returns the function that completes the stamp after it. */
  async begin(): Promise<() => Promise<void>> {
    await rm(this.#path, { force: true });
    const paths = await this.#inputFiles();
    const listing = await this.#listing(paths);
    const content = await this.#content(paths);
    return async () => {
      const outputs = await this.#filesIn(this.#files.outputs);
      await this.#write({ listing, content, outputs });
    };
  }

  #inputFiles(): Promise<string[]> {
    return this.#filesIn(this.#files.inputs);
  }

  async #filesIn(names: readonly string[]): Promise<string[]> {
    const { root } = this.#files;
    const found = await Promise.all(names.map((name) => filesBelow(join(root, name))));
    return found.flat().map((path) => relative(root, path));
  }

  async #listing(paths: readonly string[]): Promise<string> {
    const infos = await Promise.all(paths.map((path) => stat(join(this.#files.root, path))));
    return digest(infos.map(({ size, mtimeMs }, at) => `${paths[at]} ${size} ${mtimeMs}`));
  }

  async #content(paths: readonly string[]): Promise<string> {
    const contents = await Promise.all(paths.map((path) => readFile(join(this.#files.root, path))));
    return digest(contents.map((content, at) => `${paths[at]} ${digest([content])}`));
  }

  async #areThere(paths: readonly string[]): Promise<boolean> {
    const infos = await Promise.all(paths.map((path) => stat(join(this.#files.root, path)).catch(() => null)));
    return paths.length > 0 && infos.every((info) => info !== null);
  }

  async #read(): Promise<Stamp | null> {
    try {
      return Stamp.parse(JSON.parse(await readFile(this.#path, 'utf8')));
    } catch {
      return null;
    }
  }

  #write(stamp: Stamp): Promise<void> {
    return writeFileAtomic(this.#path, `${JSON.stringify(stamp)}\n`);
  }
}

/** All files below a path, or the path itself; none when it is missing. Skips hidden files, which editors write. */
async function filesBelow(path: string): Promise<string[]> {
  const info = await stat(path).catch(() => null);
  if (info === null) return [];
  if (!info.isDirectory()) return [path];
  const names = (await readdir(path)).filter((name) => !name.startsWith('.')).toSorted();
  return (await Promise.all(names.map((name) => filesBelow(join(path, name))))).flat();
}

function digest(parts: ReadonlyArray<string | Uint8Array>): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\n');
  return hash.digest('hex');
}
