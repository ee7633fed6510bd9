import { z } from 'zod';
import { ProviderUrl, RelayUrl } from '../../shared/contract/addresses.ts';
import { ProviderHeaders } from '../../shared/contract/provider-headers.ts';
import { TimeZone } from '../../shared/contract/setting-values.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import { PrinterSetting } from '../../shared/domain/printer.ts';
import type { ManagedSettings } from './managed-settings.ts';
import { flatten } from './setting-keys.ts';

const Text = z.string().min(1).max(500);

/** JSON text in, an object of headers out. */
const HeadersText = z.string().transform((text, context) => {
  try {
    const headers = ProviderHeaders.safeParse(JSON.parse(text));
    if (headers.success) return headers.data;
  } catch {
    // said below
  }
  context.addIssue({ code: 'custom', message: 'must be a JSON object of header names and values' });
  return z.NEVER;
});

const environmentPrinter = 'environment';

/** The one printer that a variable names; the columns are never guessed. */
const PrinterText = z.string().transform((text, context) => {
  try {
    const { protocol, hostname, port, searchParams } = new URL(text);
    const { columns, ...rest } = Object.fromEntries(searchParams);
    const host = hostname.replace(/^\[|\]$/g, '');
    const transport = { kind: 'tcp', host, ...(port === '' ? {} : { port: Number(port) }) };
    const printer = PrinterSetting.safeParse({
      ...rest,
      id: environmentPrinter,
      name: `${host}${port === '' ? '' : `:${port}`}`,
      transport,
      columns: Number(columns),
    });
    if (protocol === 'tcp:' && printer.success) return printer.data;
  } catch {
    // said below
  }
  context.addIssue({ code: 'custom', message: 'must be tcp://HOST:PORT?columns=32 (or 42, 48)' });
  return z.NEVER;
});
const Environment = z.object({
  KONTER_PROVIDER_URL: ProviderUrl.optional(),
  KONTER_PROVIDER_HEADERS: HeadersText.optional(),
  KONTER_SECRET_KEY: Text.optional(),
  KONTER_RELAY_URL: RelayUrl.optional(),
  KONTER_RELAY_MAILBOX: Text.optional(),
  KONTER_RELAY_TOKEN: Text.optional(),
  KONTER_TIME_ZONE: TimeZone.optional(),
  KONTER_PROVIDER_TIME_ZONE: TimeZone.optional(),
  KONTER_PRINTER: PrinterText.optional(),
});
export type Environment = z.infer<typeof Environment>;

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
export function readEnvironment(env: Readonly<Record<string, string | undefined>>): Environment {
  const given: Record<string, string> = {};
  for (const name of Object.keys(Environment.shape)) {
    const value = env[name];
    if (value !== undefined && value !== '') given[name] = value;
  }
  const parsed = Environment.safeParse(given);
  if (parsed.success) return parsed.data;
  const said = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))];
  throw new EnvironmentError(names, `The environment is not right. ${said.join('; ')}`);
}

/** The saved settings with the environment's on top. */
export function overlay(settings: Settings, env: Environment): Settings {
  return {
    ...settings,
    timeZone: env.KONTER_TIME_ZONE ?? settings.timeZone,
    printers: env.KONTER_PRINTER ? [env.KONTER_PRINTER] : settings.printers,
    defaultPrinter: env.KONTER_PRINTER?.id ?? settings.defaultPrinter,
    provider: {
      ...settings.provider,
      url: env.KONTER_PROVIDER_URL ?? settings.provider.url,
      timeZone: env.KONTER_PROVIDER_TIME_ZONE ?? settings.provider.timeZone,
    },
    relay: {
      url: env.KONTER_RELAY_URL ?? settings.relay.url,
      mailbox: env.KONTER_RELAY_MAILBOX ?? settings.relay.mailbox,
    },
  };
}

/** What the environment fixes, by the setting's name. */
const lockedBy: ReadonlyArray<[keyof Environment, string]> = [
  ['KONTER_PROVIDER_URL', 'provider.url'],
  ['KONTER_PROVIDER_HEADERS', 'providerHeaders'],
  ['KONTER_SECRET_KEY', 'secretKey'],
  ['KONTER_RELAY_URL', 'relay.url'],
  ['KONTER_RELAY_MAILBOX', 'relay.mailbox'],
  ['KONTER_RELAY_TOKEN', 'relayToken'],
  ['KONTER_TIME_ZONE', 'timeZone'],
  ['KONTER_PROVIDER_TIME_ZONE', 'provider.timeZone'],
  ['KONTER_PRINTER', 'printers'],
  ['KONTER_PRINTER', 'defaultPrinter'],
];

/** Without the variables of what the machine's own file says: that is final. */
export function withoutFixed(env: Environment, fleet: ManagedSettings): Environment {
  if (!fleet.isMachineWide) return env;
  const final = new Set([...flatten(fleet.fixed).keys(), ...Object.keys(fleet.secrets)]);
  const overruled = new Set<string>(lockedBy.filter(([, name]) => final.has(name)).map(([variable]) => variable));
  return Object.fromEntries(Object.entries(env).filter(([variable]) => !overruled.has(variable)));
}

/** What cannot be changed on the screen: what the environment or the fleet's file gives. */
export function lockedSettings(env: Environment, fleet: ManagedSettings): string[] {
  const byEnvironment = lockedBy.filter(([variable]) => env[variable] !== undefined).map(([, setting]) => setting);
  return [...new Set([...byEnvironment, ...flatten(fleet.fixed).keys(), ...Object.keys(fleet.secrets)])];
}
