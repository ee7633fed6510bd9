import { statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { ProviderHeaders } from '../../shared/contract/provider-headers.ts';
import { FleetSettings } from '../../shared/contract/settings-change.ts';
import { isFileMissing } from '../base/json-file.ts';

/** Settings that a file brings for many counters at once. */
const FleetFile = z.strictObject({
  /** win over what is saved, and cannot be changed on the screen */
  fixed: FleetSettings.prefault({}),
  /** count where the shop has set nothing else */
  defaults: FleetSettings.prefault({}),
  secrets: z
    .strictObject({
      secretKey: z.string().min(1).max(500).optional(),
      relayToken: z.string().min(1).max(500).optional(),
      providerHeaders: ProviderHeaders.optional(),
    })
    .prefault({}),
});
export interface ManagedSettings extends z.infer<typeof FleetFile> {
  /** the machine's own file: what it fixes and its secrets are final */
  isMachineWide: boolean;
}

export const noManagedSettings: ManagedSettings = { ...FleetFile.parse({}), isMachineWide: false };

export interface ManagedSettingsPath {
  path: string;
  /** a person named it: that it is missing is an error. False for the machine's own file, which is final */
  named: boolean;
  /** a file that was named and does not count, because the machine has its own */
  ignored?: string;
}

/** The file of the fleet cannot be used; names it and its wrong settings, never their values. */
export class ManagedSettingsError extends Error {
  override readonly name = 'FleetFault';
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where the fleet's file is: one place for the whole machine, which a person who sells has no right to write to. Only where nothing is
 * there, as the command line says, else as KONTER_SETTINGS says.
 */
export function managedSettingsPath(
  named: string | undefined,
  env: Environment,
  machineWide = machineWidePath(process.platform),
): ManagedSettingsPath {
  const asked = named ?? env['KONTER_SETTINGS'];
  const path = asked === '' ? undefined : asked;
  if (isThere(machineWide)) {
    return { path: machineWide, named: false, ...(path === undefined ? {} : { ignored: path }) };
  }
  return path === undefined ? { path: machineWide, named: false } : { path, named: true };
}

/** No variable says where: the person who starts the counter can set it. */
export function machineWidePath(platform: NodeJS.Platform): string {
  if (platform === 'win32') return String.raw`C:\ProgramData\Konter\settings.json`;
  if (platform === 'darwin') return '/Library/Application Support/Konter/settings.json';
  return '/etc/konter/settings.json';
}

/** What cannot be looked at counts as there: reading it then says why. */
function isThere(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch (error) {
    return !isFileMissing(error);
  }
}

/** Rejects with ManagedSettingsError when the file is wrong in any way: a counter with half of its orders would sell on wrong ones. */
export async function readManagedSettings(place: ManagedSettingsPath | null): Promise<ManagedSettings> {
  if (place === null) return noManagedSettings;
  const text = await readFile(place.path, 'utf8').catch((error: unknown) => {
    if (!place.named && isFileMissing(error)) return null;
    throw new ManagedSettingsError(`The file of settings cannot be read: ${place.path}`);
  });
  if (text === null) return noManagedSettings;
  const fleet = { ...parsed(place.path, text), isMachineWide: !place.named };
  if (Object.keys(fleet.secrets).length > 0) await refuseIfOpen(place.path);
  return fleet;
}

function parsed(path: string, text: string): z.infer<typeof FleetFile> {
  const found = FleetFile.safeParse(json(path, text));
  if (found.success) return found.data;
  const said = found.error.issues.map((issue) => {
    const where = [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys : [])].join('.');
    return `${where === '' ? 'the whole' : where}: ${issue.code === 'unrecognized_keys' ? 'no such setting' : issue.message}`;
  });
  throw new ManagedSettingsError(`The file of settings is not right: ${path}\n${said.join('\n')}`);
}

function json(path: string, text: string): unknown {
  try {
    // Some editors of Windows put a mark in front.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new ManagedSettingsError(`The file of settings is not JSON: ${path}`);
  }
}

/** Of Windows file modes say nothing; there the folder's access list has to do. */
async function refuseIfOpen(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const { mode } = await stat(path);
  if ((mode & 0o007) !== 0) {
    throw new ManagedSettingsError(
      `The file of settings holds secrets and everybody can read it: ${path} (chmod 640, or less)`,
    );
  }
}
