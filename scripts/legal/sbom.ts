import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import type { UsedPackage } from './used-package.ts';

export interface Product {
  name: string;
  version: string;
  license: string;
  /** the version of the runtime that is packed around the program; null: none is */
  electron: string | null;
}

/** The bill of materials as CycloneDX 1.6 in JSON. The same parts give the same text: it names no time and no number. */
export function sbomText(packages: readonly UsedPackage[], product: Product): string {
  const bom = new Models.Bom();
  bom.metadata.component = new Models.Component(Enums.ComponentType.Application, product.name, {
    bomRef: product.name,
    version: product.version,
    licenses: new Models.LicenseRepository([new Models.SpdxLicense(product.license)]),
  });
  for (const one of packages) bom.components.add(componentOf(one));
  if (product.electron !== null) {
    bom.components.add(
      new Models.Component(Enums.ComponentType.Framework, 'electron', {
        bomRef: `electron@${product.electron}`,
        version: product.electron,
        licenses: new Models.LicenseRepository([new Models.SpdxLicense('MIT')]),
        purl: purlOf('electron', product.electron),
      }),
    );
  }
  const own = bom.metadata.component.dependencies;
  for (const component of bom.components) own.add(component.bomRef);
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

function componentOf({ name, version, license, author, homepage }: UsedPackage) {
  const simple = /^[\w.-]+$/.test(license);
  const licence = simple ? new Models.SpdxLicense(license) : new Models.LicenseExpression(license);
  return new Models.Component(Enums.ComponentType.Library, name, {
    bomRef: `${name}@${version}`,
    version,
    licenses: new Models.LicenseRepository([licence]),
    purl: purlOf(name, version),
    ...(author === null ? {} : { author }),
    ...(homepage === null
      ? {}
      : {
          externalReferences: new Models.ExternalReferenceRepository([
            new Models.ExternalReference(homepage, Enums.ExternalReferenceType.Website),
          ]),
        }),
  });
}

/** Package URL of something from npm: only a scope's @ needs escaping. */
const purlOf = (name: string, version: string): string => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;
