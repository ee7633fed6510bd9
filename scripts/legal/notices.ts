import type { UsedPackage } from './used-package.ts';

const rule = '-'.repeat(80);

/** The licences of everything in the program, as one text; packages with the very same text stand together. */
export function noticesText(packages: readonly UsedPackage[]): string {
  const byText = Map.groupBy(packages, ({ text }) => text);
  const parts = [...byText].map(([text, sharing]) => {
    const names = sharing.map(({ name, version, license }) => `${name} ${version} (${license})`);
    return `${rule}\n${names.join('\n')}\n${rule}\n\n${text}\n`;
  });
  return `Konter is made with the work of others. Their licences:

Electron, and what it is made of, come with files of their own beside the program (LICENSE.electron.txt and
LICENSES.chromium.html).

${parts.join('\n')}`;
}
