import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** A package of others that is in the program. */
export interface UsedPackage {
  name: string;
  version: string;
  /** as SPDX writes it */
  license: string;
  author: string | null;
  homepage: string | null;
  /** its licence and notice files, word for word */
  text: string;
}

const Person = z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]);
const PackageJson = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  author: Person.optional(),
  homepage: z.string().optional(),
});

const licenceFile = /^(licen[cs]e|copying|notice|ofl)([.-].*)?$/i;

/** Reads what a package says of itself. Rejects when it names no licence or brings no text of it. */
export async function readUsedPackage(folder: string): Promise<UsedPackage> {
  const manifest = PackageJson.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  const files = (await readdir(folder)).filter((name) => licenceFile.test(name)).toSorted();
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  // Vite's file goes on with the licences of what Vite is made of, none of which is in a page.
  const text = texts
    .map((one) => one.replaceAll('\r\n', '\n').split('\n# Licenses of bundled')[0]?.trim())
    .join('\n\n');
  const author = manifest.author ?? null;
  if (text === '' && manifest.license !== 'MIT') throw new Error(`${manifest.name} brings no text of its licence`);
  return {
    name: manifest.name,
    version: manifest.version,
    license: manifest.license,
    author,
    homepage: manifest.homepage ?? null,
    text: text === '' ? mit(author ?? `the authors of ${manifest.name}`) : text,
  };
}

/** Some packages say "MIT" and bring no text. */
const mit = (holder: string): string => `MIT License (the package names it and brings no text of its own)

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE,
ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
