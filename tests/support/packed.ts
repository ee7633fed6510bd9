import { join } from 'node:path';
import { Arch, build, type Configuration, Platform } from 'electron-builder';
import { projectDir } from '../../scripts/project.ts';
import { stubRuntime } from './stub-runtime.ts';

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
