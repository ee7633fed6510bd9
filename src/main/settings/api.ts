import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { KonterEvent } from '../../shared/contract/events.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import { type Settings, type SettingsChange, settingRow } from '../../shared/contract/settings.ts';
import { readConnectionCode } from '../../shared/wire/connection-code.ts';
import type { ShopOfMailbox } from '../../shared/wire/shop.ts';
import type { Role } from '../base/role.ts';
import { type Clock, isoNow } from '../base/system.ts';
import type { AuditLog } from '../db/audit-log.ts';
import type { SalesStore } from '../db/sales-store.ts';
import { type SalesService } from '../sales/index.ts';
import { type OneShop, readShopKey } from '../shop/index.ts';
import type { PinLock, StaffService } from '../staff/index.ts';
import { checkSecretsReadable } from './live-config.ts';
import {
  auditableChanges,
  needsPin,
  type ShopSettings,
  touchedSettings,
  touchesConnection,
} from './settings-service.ts';

interface CounterRuntime {
  mode: 'training' | 'live';
  db: Pick<SalesStore, 'unresolved'> & { readonly auditLog: AuditLog };
  counter: Pick<SalesService, 'flushPendingWrites' | 'notWritten'>;
  ports: { clock: Clock };
  backup: { make(): Promise<unknown> } | null;
  oneShop: Pick<OneShop, 'membership'> | null;
  refreshShop(): Promise<void>;
}

interface Deps {
  runtime(): CounterRuntime;
  shop: ShopSettings;
  people: StaffService;
  modeSwitcher: {
    switchTo(mode: 'training' | 'live'): Promise<void>;
    /** reopens live mode if it is open */
    renewLive(): Promise<void>;
  };
  role: Role;
  /** the shop of a mailbox, as its relay says now; left out: the settings' one. Undefined: it is in none, or the relay did not say */
  shopAt(at: { url?: string; mailbox?: string; token: string }): Promise<ShopOfMailbox | undefined>;
  statusChanged(): void;
  publish(event: KonterEvent): void;
}

/** settings.* and mode.switch. */
export function settingsHandlers({
  runtime,
  shop,
  people,
  modeSwitcher,
  role,
  shopAt,
  statusChanged,
  publish,
}: Deps): Pick<Handlers, 'settings.get' | 'settings.save' | 'mode.switch'> {
  return {
    'settings.get': async () => ok(await shop.view(runtime().mode)),

    async 'settings.save'(input) {
      // Settings and the keys that belong to them are saved together, so neither is saved without the other.
      const locked = checkSecretsReadable(shop.config());
      if (locked) return locked;
      const expanded = expandConnectionCode(input, shop.config().settings, shop.locked());
      if (!expanded.ok) return expanded;
      const { change, shopKey } = expanded.value;
      const refusal =
        checkNotManaged(shop, change) ??
        checkPayee(shop, runtime(), change) ??
        (await checkPin(shop, people, change, input.connectionCode !== undefined || needsPin(change))) ??
        (role === 'counter' ? await checkNoOffice(shop, shopAt, change) : null) ??
        (await checkShopKey(shop, runtime(), shopAt, expanded.value)) ??
        (touchesConnection(change) ? await checkPendingWrites(runtime()) : null) ??
        (await checkProviderChange(shop, runtime(), change)) ??
        (await checkMailboxChange(shop, runtime(), change));
      if (refusal) return refusal;
      const { db, ports } = runtime();
      // Before the change: what cannot be written down is not done.
      await db.auditLog.settingsChanged(auditableChanges(change, shop.config().settings), isoNow(ports.clock));
      const saved = await shop.save(change, shopKey === null ? {} : { shopKey });
      if (!saved.ok) return saved;
      if (touchesConnection(change)) await modeSwitcher.renewLive();
      // Whether copies can go there is to be known now, not at the next full hour.
      if (change.backup) void runtime().backup?.make();
      statusChanged();
      publish({ type: 'settings' });
      return ok(await shop.view(runtime().mode));
    },

    async 'mode.switch'({ mode }) {
      const { missing } = shop.config();
      if (mode === 'live' && missing.length > 0) {
        const refusal = checkSecretsReadable(shop.config());
        if (refusal) return refusal;
        return fail('not_configured', 'The live connection is not complete.', { fields: [...missing] });
      }
      await modeSwitcher.switchTo(mode);
      return ok({});
    },
  };
}

/** A change without its code, and the shop key that the code brought; null: it brought none. */
interface Expanded {
  change: SettingsChange;
  shopKey: string | null;
}

/**
 * The change with what its connection code holds in the code's place.
 * @param present the settings in force
 * @param locked see SettingsView
 */
function expandConnectionCode(
  { connectionCode, ...change }: SettingsChange,
  present: Pick<Settings, 'provider' | 'relay'>,
  locked: readonly string[],
): Result<Expanded> {
  if (connectionCode === undefined) return ok({ change, shopKey: null });
  const fields = ['connectionCode'];
  const read = readConnectionCode(connectionCode);
  if (!read.ok) return fail('invalid_input', 'This is no connection code to use.', { reason: read.fault, fields });
  const { relayUrl, mailbox, token, secretKey, provider, shopKey } = read.code;
  const { relay } = present;
  if (token === null && (relayUrl !== relay.url || mailbox !== relay.mailbox)) {
    return fail('invalid_input', 'The code has a key alone, of another mailbox.', { reason: 'code_no_token', fields });
  }
  // Saved headers are for the address that they were saved with; another provider's does not get them.
  const isOther = provider !== null && provider.url !== present.provider.url && !locked.includes('providerHeaders');
  const headers = provider?.headers ?? (isOther ? (change.secrets?.providerHeaders ?? null) : undefined);
  const expanded = {
    ...change,
    relay: { ...change.relay, url: relayUrl, mailbox },
    ...(provider === null ? {} : { provider: { ...change.provider, url: provider.url } }),
    secrets: {
      ...change.secrets,
      ...(token === null ? {} : { relayToken: token }),
      ...(secretKey === null ? {} : { secretKey }),
      ...(headers === undefined ? {} : { providerHeaders: headers }),
    },
  };
  return ok({ change: expanded, shopKey });
}

/**
 * The connection is not replaced while an outcome is only in memory, and a setting that cannot take effect now is not saved for
 * the next start.
 */
async function checkPendingWrites({ counter }: CounterRuntime): Promise<Result<never> | null> {
  await counter.flushPendingWrites();
  const { reason } = counter.notWritten();
  return reason && fail('internal', 'An earlier result could not be written down yet. Nothing was saved.', { reason });
}

/** A new provider knows nothing of the previous one's open sales: its webhooks and dashboard settle those first. */
async function checkProviderChange(
  shop: ShopSettings,
  { mode, db }: CounterRuntime,
  change: SettingsChange,
): Promise<Result<never> | null> {
  const { url } = shop.config().settings.provider;
  const next = change.provider?.url;
  if (mode === 'training' || url === null || next === undefined || next === url) return null;
  const unresolved = await db.unresolved();
  if (unresolved.length === 0) return null;
  return fail('not_allowed', 'Sales of the present provider are not settled yet.', {
    reason: 'sales_unresolved',
    fields: ['provider.url'],
  });
}

/** Results of orders that wait go to the address that went with them: a person decides to leave them there. */
async function checkMailboxChange(
  shop: ShopSettings,
  { mode, db }: CounterRuntime,
  { relay = {}, leaveOrders }: SettingsChange,
): Promise<Result<never> | null> {
  const { url, mailbox } = shop.config().settings.relay;
  const isSame = (relay.url ?? url) === url && (relay.mailbox ?? mailbox) === mailbox;
  if (mode === 'training' || leaveOrders || url === null || mailbox === null || isSame) return null;
  const waiting = (await db.unresolved()).filter(({ kind, state }) => kind === 'prepaid' && state !== 'disputed');
  if (waiting.length === 0) return null;
  return fail('not_allowed', 'Results of orders are still awaited in the present mailbox.', {
    reason: 'orders_at_mailbox',
    fields: ['relay.mailbox'],
    orders: waiting.length,
  });
}

/**
 * The shop of the present mailbox keeps its key: with another one this counter would see none of the others. The relay is asked before a code is
 * refused: the key may have been changed since its last page, and with the token of before there is none.
 */
async function checkShopKey(
  shop: ShopSettings,
  { oneShop, refreshShop }: CounterRuntime,
  shopAt: Deps['shopAt'],
  { change: { relay, secrets }, shopKey }: Expanded,
): Promise<Result<never> | null> {
  const { settings, relayToken } = shop.config();
  const newKeyId = shopKey === null ? null : (readShopKey(shopKey)?.id ?? null);
  const isOther = (): boolean => {
    const keyId = oneShop?.membership.keyId() ?? null;
    return keyId !== null && keyId !== newKeyId;
  };
  const isOwnMailbox = relay?.url === settings.relay.url && relay?.mailbox === settings.relay.mailbox;
  if (shopKey === null || !isOwnMailbox || !isOther()) return null;
  const token = secrets?.relayToken ?? relayToken;
  if (token !== null && token !== relayToken) {
    if (newKeyId !== null && (await shopAt({ token }))?.keyId === newKeyId) return null;
  } else {
    await refreshShop();
    if (!isOther()) return null;
  }
  return fail('invalid_input', 'The code has the key of another shop.', {
    reason: 'code_other_shop',
    fields: ['connectionCode'],
  });
}

/** An office's mailbox takes no results and no claims: with it a counter would sell nothing, for no visible reason. */
async function checkNoOffice(
  shop: ShopSettings,
  shopAt: Deps['shopAt'],
  { relay, secrets }: SettingsChange,
): Promise<Result<never> | null> {
  const { settings, relayToken } = shop.config();
  const url = relay?.url ?? settings.relay.url;
  const mailbox = relay?.mailbox ?? settings.relay.mailbox;
  const token = secrets?.relayToken ?? relayToken;
  const isSame = url === settings.relay.url && mailbox === settings.relay.mailbox && token === relayToken;
  if (isSame || url === null || mailbox === null || token === null) return null;
  // A relay that is silent now is asked by every poll later, and lets an office claim nothing.
  if ((await shopAt({ url, mailbox, token }))?.role !== 'office') return null;
  return fail('invalid_input', 'The code is of an office of the shop.', {
    reason: 'code_office',
    fields: ['connectionCode'],
  });
}

/** The live journal has to say who changed whom the customers pay; and training is no way around it. */
function checkPayee(shop: ShopSettings, { mode }: CounterRuntime, change: SettingsChange): Result<never> | null {
  const fields = touchedSettings(change, shop.config().settings).filter((name) => settingRow(name)?.audit === 'payee');
  if (mode === 'live' || fields.length === 0) return null;
  return fail('not_allowed', 'The shop’s QRIS code is changed in live mode.', { reason: 'live_only', fields });
}

/** Checks who may change the PINs and the actions that they guard. */
async function checkPin(
  shop: ShopSettings,
  people: StaffService,
  change: SettingsChange,
  isGuarded: boolean,
): Promise<Result<never> | null> {
  const { supervisorPin, secondPin } = change;
  if ((supervisorPin ?? secondPin) && people.directory().exist()) {
    return fail('not_allowed', 'Everybody has a PIN of their own.', { reason: 'per_person_pins' });
  }
  return (
    (supervisorPin ? await checkPresentPin(shop.pin, supervisorPin.present) : null) ??
    (secondPin ? await checkPresentPin(shop.secondPin, secondPin.present) : null) ??
    (isGuarded ? await checkPresentPin(shop.pin, change.pin) : null) ??
    // Last: a person who may not change a PIN does not learn whether it equals the other one.
    (await checkNewPins(shop, change))
  );
}

/** Two people with one PIN would be one. */
async function checkNewPins(
  shop: ShopSettings,
  { supervisorPin, secondPin }: SettingsChange,
): Promise<Result<never> | null> {
  if (supervisorPin && secondPin) return supervisorPin.next === secondPin.next ? samePin('secondPin.next') : null;
  if (supervisorPin) return checkPinFree(shop.secondPin, supervisorPin.next, 'supervisorPin.next');
  return secondPin ? checkPinFree(shop.pin, secondPin.next, 'secondPin.next') : null;
}

async function checkPinFree(other: PinLock, next: string, field: string): Promise<Result<never> | null> {
  const taken = await other.isTaken(next);
  if (taken === 'locked') return fail('not_allowed', 'PINs were changed too often just now.', { reason: 'locked' });
  return taken ? samePin(field) : null;
}

async function checkPresentPin(lock: PinLock, pin: string | undefined): Promise<Result<never> | null> {
  if (!(await lock.isSet())) return null;
  const verdict = await lock.check(pin);
  return verdict === 'ok' ? null : fail('not_allowed', 'The present PIN is needed.', { reason: verdict });
}

function samePin(field: string): Result<never> {
  return fail('invalid_input', 'The two PINs must differ.', { reason: 'same_pin', fields: [field] });
}

function checkNotManaged(shop: ShopSettings, change: SettingsChange): Result<never> | null {
  const locked = new Set(shop.locked());
  const fields = touchedSettings(change, shop.config().settings).filter((name) => locked.has(name));
  return fields.length === 0
    ? null
    : fail('not_allowed', 'These are fixed from outside.', { reason: 'managed_setting', fields });
}
