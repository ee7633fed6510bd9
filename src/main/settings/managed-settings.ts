import { statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { secretTable } from '../../shared/contract/setting-table.ts';
import { FleetSettings, ManagedSecrets, type Settings, settingRows } from '../../shared/contract/settings.ts';
import { ProviderHeaders } from '../../shared/domain/addresses.ts';
import { PrinterSetting } from '../../shared/domain/printer.ts';
import { isFileMissing } from '../base/json-file.ts';

/** Settings from outside that win over saved ones: a file for many counters, and environment variables. */

/** Settings that a file brings for many counters at once. */
const FleetFile = z.strictObject({
  /** override saved settings, and cannot be changed on the screen */
  fixed: FleetSettings.prefault({}),
  /** count where the shop has set nothing else */
  defaults: FleetSettings.prefault({}),
  secrets: ManagedSecrets.prefault({}),
});
export interface ManagedSettings extends z.infer<typeof FleetFile> {
  /** the machine's own file: its fixed settings and its secrets are final */
  isMachineWide: boolean;
}

const noManagedSettings: ManagedSettings = { ...FleetFile.parse({}), isMachineWide: false };

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

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The path of the fleet's file: one place per machine, which the person who sells cannot write to. Without a file there, the
 * path of the command line, then that of KONTER_SETTINGS.
 */
export function managedSettingsPath(
  named: string | undefined,
  env: Variables,
  machineWide = machineWidePath(process.platform),
): ManagedSettingsPath {
  const requestedPath = named ?? env['KONTER_SETTINGS'];
  const path = requestedPath === '' ? undefined : requestedPath;
  if (isThere(machineWide)) {
    return { path: machineWide, named: false, ...(path === undefined ? {} : { ignored: path }) };
  }
  return path === undefined ? { path: machineWide, named: false } : { path, named: true };
}

/** No variable overrides this path: the person who starts the counter could set it. */
export function machineWidePath(platform: NodeJS.Platform): string {
  if (platform === 'win32') return String.raw`C:\ProgramData\Konter\settings.json`;
  if (platform === 'darwin') return '/Library/Application Support/Konter/settings.json';
  return '/etc/konter/settings.json';
}

/** An unreadable path counts as present; reading it later reports why. */
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
  const result = FleetFile.safeParse(json(path, text));
  if (result.success) return result.data;
  const problemTexts = result.error.issues.map((issue) => {
    const where = [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys : [])].join('.');
    return `${where === '' ? 'the whole' : where}: ${issue.code === 'unrecognized_keys' ? 'no such setting' : issue.message}`;
  });
  throw new ManagedSettingsError(`The file of settings is not right: ${path}\n${problemTexts.join('\n')}`);
}

function json(path: string, text: string): unknown {
  try {
    // Some editors of Windows put a mark in front.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new ManagedSettingsError(`The file of settings is not JSON: ${path}`);
  }
}

/** On Windows file modes mean nothing; there the folder's access list has to protect the file. */
async function refuseIfOpen(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const { mode } = await stat(path);
  if ((mode & 0o007) !== 0) {
    throw new ManagedSettingsError(
      `The file of settings holds secrets and everybody can read it: ${path} (chmod 640, or less)`,
    );
  }
}

/** Settings of the environment. */
export interface Environment {
  /** by the setting's name */
  settings: ReadonlyMap<string, unknown>;
  secrets: ManagedSecrets;
}

const Text = z.string().min(1).max(500);

/** JSON text in, an object of headers out. */
const HeadersText = z.string().transform((text, context) => {
  try {
    const headers = ProviderHeaders.safeParse(JSON.parse(text));
    if (headers.success) return headers.data;
  } catch {
    // reported below
  }
  context.addIssue({ code: 'custom', message: 'must be a JSON object of header names and values' });
  return z.NEVER;
});

/** The one printer that a variable names; the columns are never guessed. */
const PrinterText = z.string().transform((text, context) => {
  try {
    const { protocol, hostname, port, searchParams } = new URL(text);
    const { columns, ...rest } = Object.fromEntries(searchParams);
    const host = hostname.replace(/^\[|\]$/g, '');
    const transport = { kind: 'tcp', host, ...(port === '' ? {} : { port: Number(port) }) };
    const printer = PrinterSetting.safeParse({
      ...rest,
      id: 'environment',
      name: `${host}${port === '' ? '' : `:${port}`}`,
      transport,
      columns: Number(columns),
    });
    if (protocol === 'tcp:' && printer.success) return printer.data;
  } catch {
    // reported below
  }
  context.addIssue({ code: 'custom', message: 'must be tcp://HOST:PORT?columns=32 (or 42, 48)' });
  return z.NEVER;
});

/** How the text of a variable is read where the setting's own schema does not read texts. By the name of the setting or secret. */
const textSchemas: Readonly<Record<string, z.ZodType>> = {
  'relay.mailbox': Text,
  providerHeaders: HeadersText,
  printers: PrinterText.transform((printer) => [printer]),
  defaultPrinter: PrinterText.transform(({ id }) => id),
};

interface Variable {
  variable: string;
  name: string;
  schema: z.ZodType;
}

const variable = (name: string, env: string | null | undefined, schema: z.ZodType): Variable[] =>
  env ? [{ variable: env, name, schema: textSchemas[name] ?? schema }] : [];
const settingVariables = settingRows.flatMap(({ name, env, schema }) => variable(name, env, schema));
const secretVariables = Object.entries(secretTable).flatMap(([name, { env, schema }]) => variable(name, env, schema));

/** The environment is not as it must be; names the variables, never their values. */
export class EnvironmentError extends Error {
  readonly variables: readonly string[];
  constructor(variables: readonly string[], message: string) {
    super(message);
    this.name = 'EnvironmentFault';
    this.variables = variables;
  }
}

/** Reads Konter's variables; an empty one counts as absent. Throws EnvironmentError. */
export function readEnvironment(env: Variables): Environment {
  const problems = new Map<string, string>();
  const read = (variables: readonly Variable[]): Array<[string, unknown]> =>
    variables.flatMap(({ variable: from, name, schema }) => {
      const text = env[from];
      if (text === undefined || text === '') return [];
      const parsed = schema.safeParse(text);
      if (!parsed.success)
        problems.set(from, parsed.error.issues.map(({ message }) => `${from}: ${message}`).join('; '));
      return [[name, parsed.data]];
    });
  const settings = new Map(read(settingVariables));
  const secrets = Object.fromEntries(read(secretVariables));
  if (problems.size > 0) {
    const names = [...problems.keys()].toSorted();
    const problemTexts = names.map((name) => problems.get(name)).join('; ');
    throw new EnvironmentError(names, `The environment is not right. ${problemTexts}`);
  }
  return { settings, secrets: ManagedSecrets.parse(secrets) };
}

/** The saved settings with the environment's on top. */
export function overlay(settings: Settings, env: Environment): Settings {
  const entries = [...env.settings].map(([name, value]) => {
    const [key = '', inner] = name.split('.');
    return { [key]: inner === undefined ? value : { [inner]: value } };
  });
  // oxlint-disable-next-line typescript/consistent-type-assertions -- each value was read by the schema of its own setting
  return entries.reduce<Tree>(layered, settings) as Settings;
}

/** Drops variables for settings of the machine's own file, which is final. */
export function withoutFixed(env: Environment, fleet: ManagedSettings): Environment {
  if (!fleet.isMachineWide) return env;
  const final = new Set([...flatten(fleet.fixed).keys(), ...Object.keys(fleet.secrets)]);
  // One variable gives both settings of the printer: it is overruled as a whole.
  const overruled = new Set(
    [...settingVariables, ...secretVariables].filter(({ name }) => final.has(name)).map((each) => each.variable),
  );
  const without = (variables: readonly Variable[]): Set<string> =>
    new Set(variables.filter((each) => overruled.has(each.variable)).map(({ name }) => name));
  const settings = without(settingVariables);
  const secrets = without(secretVariables);
  return {
    settings: new Map([...env.settings].filter(([name]) => !settings.has(name))),
    secrets: Object.fromEntries(Object.entries(env.secrets).filter(([name]) => !secrets.has(name))),
  };
}

/** Settings that the screen cannot change, because the environment or the fleet's file gives them. */
export function lockedSettings(env: Environment, fleet: ManagedSettings): string[] {
  const byEnvironment = [...env.settings.keys(), ...Object.keys(env.secrets)];
  return [...new Set([...byEnvironment, ...flatten(fleet.fixed).keys(), ...Object.keys(fleet.secrets)])];
}

/** Settings as a tree of plain objects. Lists are leaves, and so is an object with a `kind`: half of one and half of another is neither. */
export type Tree = Readonly<Record<string, unknown>>;

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('kind' in value);

/** The settings by their full names: "billFee", "provider.url". Keys that hold undefined are left out. */
export function flatten(tree: Tree, above = ''): Map<string, unknown> {
  const leaves = new Map<string, unknown>();
  for (const [key, value] of Object.entries(tree)) {
    if (value === undefined) continue;
    const name = above + key;
    if (!isTree(value)) leaves.set(name, value);
    else for (const [inner, leaf] of flatten(value, `${name}.`)) leaves.set(inner, leaf);
  }
  return leaves;
}

/** The lower settings, overridden by the upper ones. */
export function layered(lower: Tree, upper: Tree): Record<string, unknown> {
  const defined = Object.entries(upper).filter(([, value]) => value !== undefined);
  return {
    ...lower,
    ...Object.fromEntries(
      defined.map(([key, value]) => {
        const below = lower[key];
        return [key, isTree(value) && isTree(below) ? layered(below, value) : value];
      }),
    ),
  };
}
