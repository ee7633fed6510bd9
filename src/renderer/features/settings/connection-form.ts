import { useRef, useState } from 'react';
import { z } from 'zod';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { secretTable } from '../../../shared/contract/setting-table.ts';
import type { ConnectionTest, RelayTrial, SettingsChange, SettingsView } from '../../../shared/contract/settings.ts';
import { maxCodeLength, ProviderUrl } from '../../../shared/domain/addresses.ts';
import { wallClock } from '../../../shared/domain/zone.ts';
import { type ConnectionCode, readConnectionCode } from '../../../shared/wire/connection-code.ts';
import { call } from '../../host/call.ts';
import { type ErrorWords, errorWords } from '../../i18n/i18n.ts';
import type { TFunction } from '../../i18n/translation.ts';
import { refreshSettings } from '../../state/settings.ts';
import { changeOf, formShape, rowsOf, typedPin, typedValues } from './settings-form.ts';

/** "2026-11-21" of this moment on the shop's wall, and as many days later. */
export const dayOf = (now: number, zone: string, daysLater = 0): string =>
  wallClock(now + daysLater * 86_400_000, zone).day;

/**
 * The last second of a calendar day on the shop's wall, ISO 8601 UTC.
 * @param day YYYY-MM-DD
 */
export function endOfDay(day: string, zone: string): string {
  const asIfUtc = Date.parse(`${day}T23:59:59.000Z`);
  // The zone's offset from UTC at that moment; computed twice, because it may change in between.
  let at = asIfUtc;
  for (let n = 0; n < 2; n += 1) {
    const clock = wallClock(at, zone);
    at += asIfUtc - Date.parse(`${clock.day}T${clock.time}.000Z`);
  }
  return new Date(at).toISOString();
}

function parsedJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** "Name: value", as providers' manuals write one header. */
function parsedHeader(text: string): unknown {
  const [, name, value] = /^\s*([^\s:{]+):\s*(\S.*?)\s*$/.exec(text) ?? [];
  return name === undefined ? undefined : { [name]: value };
}

/** One header, or a JSON object of several, typed as text; nothing typed is undefined, which changes nothing. */
const typedHeaders = z
  .string()
  .transform((text) => (text.trim() === '' ? undefined : (parsedJson(text) ?? parsedHeader(text) ?? null)))
  .pipe(secretTable.providerHeaders.schema.optional());

/** A new secret; empty changes nothing. */
const typedSecret = z
  .string()
  .max(500)
  .transform((text) => (text === '' ? undefined : text));

export const providerRows = rowsOf('provider');
export const relayRows = rowsOf('relay');
const rows = [...providerRows, ...relayRows];

/**
 * @param today the shop's day, YYYY-MM-DD: an old key cannot have ended before
 * @param zone the shop's
 */
export const connectionForm = (today: string, zone: string) =>
  z.object({
    ...formShape(rows),
    providerHeaders: typedHeaders,
    secretKey: typedSecret,
    /** the last day on which the key that is replaced is believed */
    retireOn: z.iso
      .date()
      .refine((day) => day >= today)
      .transform((day) => endOfDay(day, zone)),
    relayToken: typedSecret,
  });

/** The form before anybody types: secrets are never shown. */
export const connectionTyped = (view: Pick<SettingsView, 'settings'>, retireOn: string) => ({
  ...typedValues(rows, view),
  providerHeaders: '',
  secretKey: '',
  retireOn,
  relayToken: '',
});

/**
 * The changes: never of settings from the environment, and of secrets only the typed ones.
 * @param read a replaced key is accepted for a while longer
 */
export function connectionChange(
  read: z.output<ReturnType<typeof connectionForm>>,
  view: Pick<SettingsView, 'settings' | 'locked'> & { secrets: Pick<SettingsView['secrets'], 'secretKey'> },
): SettingsChange {
  const free = (name: string): boolean => !view.locked.includes(name);
  const { providerHeaders, secretKey, relayToken } = read;
  return {
    ...changeOf(rows, view, read),
    secrets: {
      ...(providerHeaders !== undefined && free('providerHeaders') ? { providerHeaders } : {}),
      ...(secretKey !== undefined && free('secretKey')
        ? { secretKey, ...(view.secrets.secretKey ? { retireOldKeyAt: read.retireOn } : {}) }
        : {}),
      ...(relayToken !== undefined && free('relayToken') ? { relayToken } : {}),
    },
  };
}

type CodeView = Pick<SettingsView, 'settings' | 'secrets'>;

/** What a code leaves open, and where it leads. */
export interface CodePreview {
  relayUrl: string;
  /** null: it is neither in the code nor saved */
  providerUrl: string | null;
  /** each leads elsewhere than the saved one */
  changes: { relay: boolean; mailbox: boolean; provider: boolean };
  needs: { providerUrl: boolean; secretKey: boolean; headers: boolean };
  /** headers are saved for the present provider, and the code leads to another one without any */
  dropsHeaders: boolean;
}

/** @param sells an office sells nothing, and needs no provider */
export function previewCode(
  { relayUrl, mailbox, secretKey, provider }: ConnectionCode,
  view: CodeView,
  sells = true,
): CodePreview {
  const { settings, secrets } = view;
  const providerUrl = provider?.url ?? settings.provider.url;
  const isOther = provider !== null && settings.provider.url !== null && provider.url !== settings.provider.url;
  return {
    relayUrl,
    providerUrl,
    changes: {
      relay: settings.relay.url !== null && settings.relay.url !== relayUrl,
      mailbox: settings.relay.mailbox !== null && settings.relay.mailbox !== mailbox,
      provider: isOther,
    },
    needs: {
      providerUrl: sells && providerUrl === null,
      secretKey: sells && secretKey === null && (isOther || !secrets.secretKey),
      headers: sells && !provider?.headers && (isOther || !secrets.providerHeaders),
    },
    dropsHeaders: isOther && secrets.providerHeaders && !provider.headers,
  };
}

const typedUrl = z
  .string()
  .transform((text) => (text.trim() === '' ? null : text))
  .pipe(ProviderUrl.nullable());

/** The form for a code, and for what the code leaves open. */
export const codeForm = (view: CodeView, sells = true) =>
  z
    .object({
      connectionCode: z.string().max(maxCodeLength),
      providerUrl: typedUrl,
      providerHeaders: typedHeaders,
      secretKey: typedSecret,
      pin: typedPin,
    })
    .superRefine((typed, context) => {
      const refuse = (field: keyof typeof typed): void => context.addIssue({ code: 'custom', path: [field] });
      const read = readConnectionCode(typed.connectionCode);
      if (!read.ok) return refuse('connectionCode');
      const { needs } = previewCode(read.code, view, sells);
      if (needs.providerUrl && typed.providerUrl === null) refuse('providerUrl');
      if (needs.secretKey && typed.secretKey === undefined) refuse('secretKey');
    });

export const emptyCode = { connectionCode: '', providerUrl: '', providerHeaders: '', secretKey: '', pin: '' };

/** The code, with what was typed because the code leaves it open. */
export function codeChange({
  connectionCode,
  providerUrl,
  providerHeaders,
  secretKey,
  pin,
}: z.output<ReturnType<typeof codeForm>>): SettingsChange {
  return {
    connectionCode,
    ...(providerUrl === null ? {} : { provider: { url: providerUrl } }),
    secrets: {
      ...(providerHeaders === undefined ? {} : { providerHeaders }),
      ...(secretKey === undefined ? {} : { secretKey }),
    },
    ...(pin === '' ? {} : { pin }),
  };
}

/** A change of the mailbox is sent again once a person has agreed to leave the results that are awaited in the present one. */
export function useLeaveOrders() {
  const agreed = useRef(false);
  return {
    change: (): { leaveOrders?: true } => (agreed.current ? { leaveOrders: true } : {}),
    async submit(send: () => Promise<void>): Promise<void> {
      agreed.current = true;
      await send();
      agreed.current = false;
    },
  };
}

/** What the tests of this visit found; null: not tested in it. */
export interface CheckResults {
  relay: RelayTrial | KonterError | null;
  provider: ConnectionTest | KonterError | null;
  running: 'relay' | 'provider' | null;
  /** what the provider was asked for */
  productCode: string | null;
}

export const noResults: CheckResults = { relay: null, provider: null, running: null, productCode: null };

export type CheckState = 'ok' | 'failed' | 'running' | 'open';
type CheckStates = Record<'relay' | 'signature' | 'provider', CheckState>;

/** A test of this visit counts before one that was passed earlier. */
export function checkStates({ relay, provider, running }: CheckResults, tested: SettingsView['tested']): CheckStates {
  const earlier = (isTested: boolean): CheckState => (isTested ? 'ok' : 'open');
  const relayStates = (): Pick<CheckStates, 'relay' | 'signature'> => {
    if (running === 'relay') return { relay: 'running', signature: 'running' };
    if (relay === null) return { relay: earlier(tested.relay), signature: earlier(tested.relay) };
    if ('code' in relay || relay.outcome === 'unreachable' || relay.outcome === 'not_configured') {
      return { relay: 'failed', signature: 'open' };
    }
    return { relay: 'ok', signature: relay.outcome === 'ok' ? 'ok' : 'failed' };
  };
  const providerState = (): CheckState => {
    if (running === 'provider') return 'running';
    if (provider === null) return earlier(tested.provider);
    return !('code' in provider) && provider.provider === 'ok' ? 'ok' : 'failed';
  };
  return { ...relayStates(), provider: providerState() };
}

/** What to do about the first test that failed; null: none did. */
export function checkFailure(t: TFunction, { relay, provider, productCode }: CheckResults): ErrorWords | null {
  if (relay !== null) {
    if ('code' in relay) return errorWords(t, relay);
    if (relay.outcome !== 'ok') {
      const words = `settings.relayTrial.${relay.outcome}` as const;
      return { title: t(`${words}.title`), lines: [t(`${words}.do`)] };
    }
  }
  if (provider === null) return null;
  if ('code' in provider) return errorWords(t, provider);
  if (provider.provider === 'ok') return null;
  const words = `settings.testProvider.${provider.provider}` as const;
  return { title: t(`${words}.title`, { code: productCode ?? '' }), lines: [t(`${words}.do`)] };
}

interface CheckOptions {
  /** the way of an order's result; false where it was tested already */
  relay: boolean;
  /** a product of the provider to read; null: any answer of the provider will do */
  productCode: string | null;
}

/** Tests of the saved connection, one after the other: two at once would take the mailbox from each other. Nothing is bought. */
export function useConnectionChecks() {
  const [results, setResults] = useState<CheckResults>(noResults);
  /** Resolves to whether all passed. */
  const run = async ({ relay, productCode }: CheckOptions): Promise<boolean> => {
    let results: CheckResults = { ...noResults, productCode };
    if (relay) {
      setResults({ ...results, running: 'relay' });
      const answer = await call('settings.tryRelay');
      results = { ...results, relay: answer.ok ? answer.value : answer.error };
    }
    setResults({ ...results, running: 'provider' });
    const answer = await call('settings.test', productCode === null ? undefined : { productCode });
    results = { ...results, provider: answer.ok ? answer.value : answer.error };
    await refreshSettings();
    setResults(results);
    return !Object.values(checkStates(results, noTests)).includes('failed');
  };
  return { results, run, isRunning: results.running !== null };
}

const noTests: SettingsView['tested'] = { relay: false, provider: false, product: false };
