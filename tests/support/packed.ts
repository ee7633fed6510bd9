import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Arch, build, type Configuration, Platform } from 'electron-builder';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';
import { projectDir } from '../../scripts/project.ts';

/** Electron's mark in front of its fuses, then the version of the wire and how many there are. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** Something that @electron/fuses takes for Electron's program: fuses as Electron 45 ships them, in the middle of noise. */
export function fusedBytes(states = '101100011', copies = 1): Buffer {
  const wire = Buffer.concat([Buffer.from(sentinel), Buffer.from([1, states.length]), Buffer.from(states)]);
  return Buffer.concat(
    Array.from({ length: copies }, () => [Buffer.alloc(3000, 7), wire, Buffer.alloc(500, 9)]).flat(),
  );
}

/** A made-up runtime for one platform, as electron-builder's electronDist takes it: the names that it works on, no program. */
async function stubRuntime(folder: string, platform: 'linux' | 'win32' | 'darwin'): Promise<void> {
  const put = async (path: string, bytes: string | Uint8Array): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  };
  await put('version', '45.3.4');
  if (platform === 'darwin') return await macRuntime(put);
  for (const language of ['en-US', 'id', 'de']) await put(`locales/${language}.pak`, language);
  await put('resources/a-stub', '');
  await put(platform === 'linux' ? 'electron' : 'electron.exe', platform === 'linux' ? fusedBytes() : windowsProgram());
  if (platform === 'linux') {
    await put('chrome-sandbox', 'a stub');
    await chmod(join(folder, 'electron'), 0o755);
  }
}

/** A real, empty Windows program with a version in it, and the fuses at its end. */
function windowsProgram(): Buffer {
  const program = NtExecutable.createEmpty(false, false);
  const resources = NtExecutableResource.from(program);
  const version = Resource.VersionInfo.createEmpty();
  version.setStringValues({ lang: 1033, codepage: 1200 }, { ProductName: 'Electron', FileDescription: 'Electron' });
  version.outputToResourceEntries(resources.entries);
  resources.outputResource(program);
  program.setExtraData(new Uint8Array(fusedBytes()).buffer);
  return Buffer.from(program.generate());
}

async function macRuntime(put: (path: string, bytes: string | Uint8Array) => Promise<void>): Promise<void> {
  const plist = (name: string): string =>
    `<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>CFBundleExecutable</key><string>${name}</string><key>CFBundleName</key><string>${name}</string></dict></plist>`;
  const inside = 'Electron.app/Contents';
  await put(`${inside}/Info.plist`, plist('Electron'));
  await put(`${inside}/MacOS/Electron`, 'a stub');
  await put(`${inside}/Resources/electron.icns`, 'a stub');
  for (const language of ['en', 'id', 'de']) await put(`${inside}/Resources/${language}.lproj/locale.pak`, language);
  const framework = `${inside}/Frameworks/Electron Framework.framework`;
  await put(`${framework}/Electron Framework`, fusedBytes());
  for (const language of ['en', 'id', 'de'])
    await put(`${framework}/Versions/A/Resources/${language}.lproj/locale.pak`, language);
  for (const helper of ['', ' (Renderer)', ' (GPU)', ' (Plugin)']) {
    const name = `Electron Helper${helper}`;
    await put(`${inside}/Frameworks/${name}.app/Contents/Info.plist`, plist(name));
    await put(`${inside}/Frameworks/${name}.app/Contents/MacOS/${name}`, 'a stub');
  }
}

const platforms = { linux: Platform.LINUX, win32: Platform.WINDOWS, darwin: Platform.MAC };
const resources = {
  linux: 'linux-unpacked/resources',
  win32: 'win-unpacked/resources',
  darwin: 'mac/Konter.app/Contents/Resources',
};
const programs = {
  linux: 'linux-unpacked/konter',
  win32: 'win-unpacked/Konter.exe',
  darwin: 'mac/Konter.app',
};

export interface Packed {
  /** what holds the fuses */
  program: string;
  resources: string;
  asar: string;
  /** what electron-builder, or what it calls at the end, had against it */
  refusal: string | null;
}

/**
 * Packs the built program for one platform (x64) with the project's own electron-builder.yml, around a made-up runtime,
 * into a folder. The files are there also when it was refused at the end. Asks the network nothing.
 */
export async function pack(folder: string, platform: keyof typeof platforms): Promise<Packed> {
  const runtime = join(folder, `runtime-${platform}`);
  await stubRuntime(runtime, platform);
  const out = join(folder, 'packed');
  const config: Configuration = {
    extends: './electron-builder.yml',
    electronDist: runtime,
    directories: { output: out },
    mac: { identity: null },
  };
  const refusal = await build({
    projectDir,
    targets: platforms[platform].createTarget('dir', Arch.x64),
    publish: 'never',
    config,
  }).then(
    () => null,
    (error: unknown) => String(error),
  );
  const inside = join(out, resources[platform]);
  return { program: join(out, programs[platform]), resources: inside, asar: join(inside, 'app.asar'), refusal };
}
