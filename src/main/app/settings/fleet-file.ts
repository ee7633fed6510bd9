import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ProviderHeaders } from '../../../shared/contract/provider-headers.ts';
import { FleetSettings } from '../../../shared/contract/settings-change.ts';

/** Settings that a file brings for many counters at once. */
export const Fleet = z.strictObject({
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
export type Fleet = z.infer<typeof Fleet>;

export const noFleet: Fleet = Fleet.parse({});

export interface FleetPlace {
  path: string;
  /** somebody named it: that it is missing is an error */
  named: boolean;
}

/** The file of the fleet cannot be used; names it and its wrong settings, never their values. */
export class FleetFault extends Error {
  override readonly name = 'FleetFault';
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where the fleet's file is: as the command line says, else as KONTER_SETTINGS says, else one place for the whole machine,
 * which a person who sells has no right to write to.
 */
export function fleetPlace(named: string | undefined, env: Environment, platform = process.platform): FleetPlace {
  const path = named ?? env['KONTER_SETTINGS'];
  if (path !== undefined && path !== '') return { path, named: true };
  return { path: machineWide(env, platform), named: false };
}

function machineWide(env: Environment, platform: NodeJS.Platform): string {
  if (platform === 'win32') return join(env['ProgramData'] ?? String.raw`C:\ProgramData`, 'Konter', 'settings.json');
  if (platform === 'darwin') return '/Library/Application Support/Konter/settings.json';
  return '/etc/konter/settings.json';
}

/** Rejects with FleetFault when the file is wrong in any way: a counter with half of its orders would sell on wrong ones. */
export async function readFleet(place: FleetPlace | null): Promise<Fleet> {
  if (place === null) return noFleet;
  const text = await readFile(place.path, 'utf8').catch((error: unknown) => {
    if (!place.named && isMissing(error)) return null;
    throw new FleetFault(`The file of settings cannot be read: ${place.path}`);
  });
  if (text === null) return noFleet;
  const fleet = parsed(place.path, text);
  if (Object.keys(fleet.secrets).length > 0) await refuseIfOpen(place.path);
  return fleet;
}

function parsed(path: string, text: string): Fleet {
  const found = Fleet.safeParse(json(path, text));
  if (found.success) return found.data;
  const said = found.error.issues.map((issue) => {
    const where = [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys : [])].join('.');
    return `${where === '' ? 'the whole' : where}: ${issue.code === 'unrecognized_keys' ? 'no such setting' : issue.message}`;
  });
  throw new FleetFault(`The file of settings is not right: ${path}\n${said.join('\n')}`);
}

function json(path: string, text: string): unknown {
  try {
    // Some editors of Windows put a mark in front.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new FleetFault(`The file of settings is not JSON: ${path}`);
  }
}

/** Of Windows file modes say nothing; there the folder's access list has to do. */
async function refuseIfOpen(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const { mode } = await stat(path);
  if ((mode & 0o007) !== 0) {
    throw new FleetFault(`The file of settings holds secrets and everybody can read it: ${path} (chmod 640, or less)`);
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';
