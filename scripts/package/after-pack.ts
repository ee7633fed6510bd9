import { join } from 'node:path';
import { type AfterPackContext, Arch } from 'electron-builder';
import { faultsOfPackage, packedFiles } from './contents.ts';
import { setFuses } from './fuses.ts';

/**
 * electron-builder calls it for each packed program, before anything is signed: sets the fuses, and stops the packing when
 * something is in it that does not run there, or something is missing.
 */
export default async function afterPack(context: AfterPackContext): Promise<void> {
  const { packager, appOutDir, electronPlatformName: platform } = context;
  const name = packager.appInfo.productFilename;
  const program = {
    win32: () => `${name}.exe`,
    darwin: () => `${name}.app`,
    linux: () => packager.platformSpecificBuildOptions.executableName ?? name,
  }[platform];
  if (program === undefined) throw new Error(`Konter is not packed for ${platform}`);
  const arch = Arch[context.arch];
  await setFuses(join(appOutDir, program()), platform === 'darwin' && arch === 'arm64');
  const faults = faultsOfPackage(packedFiles(join(packager.getResourcesDir(appOutDir), 'app.asar')), {
    platform,
    arch,
  });
  if (faults.length > 0) throw new Error(`The package for ${platform} ${arch} is not right: ${faults.join('; ')}`);
}
