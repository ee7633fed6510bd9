import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildIfNeeded } from '../../scripts/build.ts';
import { listFile, PackageFolders } from '../../scripts/legal/bundled-packages.ts';
import { isPermitted } from '../../scripts/legal/permitted.ts';
import { built, projectDir } from '../../scripts/project.ts';

const Sbom = z.object({
  components: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      licenses: z.array(
        z.union([z.object({ license: z.object({ id: z.string() }) }), z.object({ expression: z.string() })]),
      ),
    }),
  ),
});

let sbom: z.infer<typeof Sbom>;
let text = '';
let notices = '';
beforeAll(async () => {
  await buildIfNeeded('legal');
  text = await readFile(built.sbom, 'utf8');
  sbom = Sbom.parse(JSON.parse(text));
  notices = await readFile(built.notices, 'utf8');
}, 120_000);

async function bundled(bundleName: string): Promise<Array<{ name: string; version: string }>> {
  const folders = PackageFolders.parse(
    JSON.parse(await readFile(join(projectDir, 'out', bundleName, listFile), 'utf8')),
  );
  return await Promise.all(
    folders.map(async (folder) => JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))),
  );
}

describe('the licences of what is packed', () => {
  it('are named and given word for word for every package that a bundle is made of', async () => {
    const all = (await Promise.all(['main', 'preload', 'renderer'].map(bundled))).flat();
    expect(all.length).toBeGreaterThan(30);
    const listed = sbom.components.map(({ name, version }) => `${name}@${version}`);
    for (const { name, version } of all) {
      expect(listed).toContain(`${name}@${version}`);
      expect(notices).toContain(`\n${name} ${version} (`);
    }
    const packedWhole = sbom.components.map(({ name }) => name);
    expect(packedWhole).toEqual(
      expect.arrayContaining(['better-sqlite3', 'koffi', 'electron', 'lucide-react', 'tailwindcss']),
    );
  });

  it('are listed once, because no package is packed twice', () => {
    const names = sbom.components.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('are of kinds that let the program be given on', () => {
    for (const { name, licenses } of sbom.components) {
      expect(licenses.length, name).toBe(1);
      const [one] = licenses;
      expect(isPermitted(one && 'license' in one ? one.license.id : (one?.expression ?? '')), name).toBe(true);
    }
    expect(isPermitted('GPL-3.0-only')).toBe(false);
    expect(isPermitted('MIT AND GPL-3.0-only')).toBe(false);
    expect(isPermitted('(MIT OR GPL-3.0-only)')).toBe(true);
    expect(isPermitted('UNLICENSED')).toBe(false);
  });

  it('stand in a bill of materials that CycloneDX’s own schema accepts', async () => {
    const library = dirname(createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json'));
    const schema = async (name: string) =>
      JSON.parse(await readFile(join(library, 'res/schema', `${name}.SNAPSHOT.schema.json`), 'utf8'));
    const ajv = new Ajv({ strict: false, validateFormats: false });
    ajv.addSchema(await schema('spdx'), 'http://cyclonedx.org/schema/spdx.SNAPSHOT.schema.json');
    ajv.addSchema(await schema('jsf-0.82'), 'http://cyclonedx.org/schema/jsf-0.82.SNAPSHOT.schema.json');
    const fits = ajv.compile(await schema('bom-1.6'));
    expect(fits(JSON.parse(text)), JSON.stringify(fits.errors)).toBe(true);
    expect(fits({ ...JSON.parse(text), components: [{ name: 'no type' }] })).toBe(false);
  });
});
