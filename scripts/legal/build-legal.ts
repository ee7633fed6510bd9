import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { projectDir } from '../project.ts';
import { listFile, PackageFolders } from './bundled-packages.ts';
import { isPermitted } from './permitted.ts';
import { type Product, sbomText } from './sbom.ts';
import { readUsedPackage, type UsedPackage } from './used-package.ts';

interface Artefact extends Product {
  /** absolute: the folders of its bundles, which must be built */
  bundles: readonly string[];
  /** packages that are in it, though no file of theirs is in a bundle */
  others: readonly string[];
}

/**
 * Writes the licences (notices.txt) and the bill of materials (sbom.cdx.json) of a program into a folder. Rejects over a licence
 * that is not permitted, and over a package that is in it twice.
 */
export async function buildLegal(folder: string, artefact: Artefact): Promise<void> {
  const packages = await usedPackages(artefact);
  const refused = packages.filter(({ license }) => !isPermitted(license));
  if (refused.length > 0) {
    throw new Error(`not permitted: ${refused.map(({ name, license }) => `${name} (${license})`).join(', ')}`);
  }
  const twice = packages.filter(({ name }, at) => name === packages[at - 1]?.name);
  if (twice.length > 0) throw new Error(`packed twice: ${twice.map(({ name }) => name).join(', ')}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'notices.txt'), noticesText(artefact, packages));
  await writeFile(join(folder, 'sbom.cdx.json'), sbomText(packages, artefact));
}

/** Everything of others in a program, by name. */
async function usedPackages({ bundles, others }: Artefact): Promise<UsedPackage[]> {
  const lists = await Promise.all(bundles.map(readList));
  const folders = new Set([...lists.flat(), ...others.map(folderOf)]);
  const packages = await Promise.all([...folders].map((folder) => readUsedPackage(folder)));
  return packages.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

async function readList(bundle: string): Promise<string[]> {
  return PackageFolders.parse(JSON.parse(await readFile(join(bundle, listFile), 'utf8')));
}

/** Only what the project names itself: npm puts those on top. */
function folderOf(name: string): string {
  const resolve = createRequire(join(projectDir, 'package.json')).resolve;
  try {
    return dirname(resolve(`${name}/package.json`));
  } catch {
    return join(projectDir, 'node_modules', name);
  }
}

const rule = '-'.repeat(80);

/** The licences of everything in the program, as one text; packages with the very same text stand together. */
function noticesText({ electron }: Artefact, packages: readonly UsedPackage[]): string {
  const byText = Map.groupBy(packages, ({ text }) => text);
  const parts = [...byText].map(([text, sharing]) => {
    const names = sharing.map(({ name, version, license }) => `${name} ${version} (${license})`);
    return `${rule}\n${names.join('\n')}\n${rule}\n\n${text}\n`;
  });
  const ofElectron = `Electron, and what it is made of, come with files of their own beside the program (LICENSE.electron.txt and
LICENSES.chromium.html).

`;
  return `Konter is made with the work of others. Their licences:

${electron === null ? '' : ofElectron}${parts.join('\n')}`;
}
