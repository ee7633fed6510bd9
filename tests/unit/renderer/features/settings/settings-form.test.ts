import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import {
  changeOf,
  choose,
  formShape,
  rowsOf,
  saveAtOnce,
  settingLabels,
  typedValues,
  valueOf,
} from '../../../../../src/renderer/features/settings/settings-form.ts';
import { messages as en } from '../../../../../src/renderer/i18n/en/messages.ts';
import { messages as id } from '../../../../../src/renderer/i18n/id/messages.ts';
import { t } from '../../../../../src/renderer/i18n/translation.ts';
import { useSettings } from '../../../../../src/renderer/state/settings.ts';
import { useToasts } from '../../../../../src/renderer/state/toast.ts';
import { fail, ok } from '../../../../../src/shared/contract/errors.ts';
import {
  Settings,
  type SettingsChange,
  type SettingsView,
  settingRows,
} from '../../../../../src/shared/contract/settings.ts';
import { fakeSettings } from '../../../../support/fake-app.ts';

const settings = Settings.parse({});

/** What the form would send with these texts typed; null where one is refused. */
function sent(form: string, typed: object, locked: string[] = [], pin = ''): unknown {
  const rows = rowsOf(form);
  const read = z.object(formShape(rows)).safeParse({ ...typedValues(rows, { settings }), ...typed });
  return read.success ? changeOf(rows, { settings, locked }, read.data, pin) : null;
}

describe('a form of the settings', () => {
  it('reads back what it shows: nothing changes', () => {
    const forms = new Set(settingRows.flatMap(({ field }) => (field ? [field.form] : [])));
    expect(forms.size).toBeGreaterThan(10);
    for (const form of forms) expect(sent(form, {}), form).toEqual({});
  });

  it('sends what differs, read by the setting’s own schema', () => {
    const provider = { connectTimeoutSeconds: '10', answerTimeoutSeconds: ' 90 ', timeZone: 'Asia/Jayapura' };
    expect(sent('limits', { inquiryMinutes: '20', provider })).toEqual({
      inquiryMinutes: 20,
      provider: { answerTimeoutSeconds: 90, timeZone: 'Asia/Jayapura' },
    });
    expect(sent('limits', { inquiryMinutes: '0' })).toBeNull();
    expect(sent('limits', { inquiryMinutes: '2,5' })).toBeNull();
    expect(sent('limits', { timeZone: 'Nowhere' })).toBeNull();
    expect(sent('slip', { billFee: 2500 })).toEqual({ billFee: 2500 });
  });

  it('never sends what is locked', () => {
    const provider = { connectTimeoutSeconds: '10', answerTimeoutSeconds: '90', timeZone: 'Asia/Jakarta' };
    expect(sent('limits', { inquiryMinutes: '20', provider }, ['provider.answerTimeoutSeconds'])).toEqual({
      inquiryMinutes: 20,
    });
  });

  it('names a group as a whole where it is changed as one', () => {
    expect(sent('shop', { shop: { name: 'Toko', address: '', phone: '', footer: '' } })).toEqual({
      shop: { name: 'Toko', address: '', phone: '', footer: '' },
    });
    expect(sent('updates', { updates: { url: '', automatic: false } })).toEqual({
      updates: { url: null, automatic: false },
    });
    expect(sent('backup', { backup: { folder: '/media/usb ' } })).toEqual({ backup: { folder: '/media/usb' } });
    expect(sent('backup', { backup: { folder: 'usb' } })).toBeNull();
  });

  it('takes nothing typed for nothing set, where that may be', () => {
    expect(sent('copies', { copiesLimit: '2' }, [], '1234')).toEqual({ copiesLimit: 2, pin: '1234' });
    expect(sent('copies', { copiesLimit: ' ' })).toEqual({});
    expect(sent('autoLock', { autoLockMinutes: '241' })).toBeNull();
    expect(sent('slip', { billFee: null })).toBeNull();
  });

  it('reads words and codes between commas', () => {
    const refusalWords = 'Gagal, ditolak,, gagal';
    expect(sent('refusalWords', { provider: { refusalWords } })).toEqual({
      provider: { refusalWords: ['gagal', 'ditolak'] },
    });
    expect(sent('refusalWords', { provider: { refusalWords: 'sukses' } })).toBeNull();
    const provider = { url: 'https://p.example/v1', proxy: '', refusalCodes: '400 404' };
    expect(sent('provider', { provider })).toEqual({
      provider: { url: 'https://p.example/v1', refusalCodes: [400, 404] },
    });
  });

  it('has a message in both languages for everything that a field says', () => {
    for (const { name, field } of settingRows) {
      if (!field) continue;
      const { label, hint, bad, choices = [] } = field;
      for (const key of [label, hint, bad, ...choices.map(([, choice]) => choice)]) {
        if (key === undefined) continue;
        expect([valueOf(id, key), valueOf(en, key)], `${name}: ${key}`).toEqual([
          expect.any(String),
          expect.any(String),
        ]);
      }
    }
  });
});

describe('changes that are saved one right after the other', () => {
  interface PendingSave {
    change: SettingsChange;
    answer: (answer: unknown) => void;
  }
  const view: SettingsView = { ...fakeSettings(), settings };
  const currentSettings = () => useSettings.getState().view?.settings;

  function slowHost(): PendingSave[] {
    const saves: PendingSave[] = [];
    const save = (change: SettingsChange) => new Promise((answer) => saves.push({ change, answer }));
    vi.stubGlobal('window', { konter: { settings: { save } } });
    onTestFinished(() => void vi.unstubAllGlobals());
    useSettings.setState({ view, error: null });
    useToasts.setState({ toasts: [] });
    return saves;
  }
  const saved = (changes: Partial<Settings>) => ok({ ...view, settings: { ...settings, ...changes } });

  it('keeps a choice while the answer to the one before comes', async () => {
    const saves = slowHost();
    const first = choose({ theme: 'dark' });
    const second = choose({ language: 'en' });
    await vi.waitFor(() => expect(saves).toHaveLength(1));
    saves[0]?.answer(saved({ theme: 'dark' }));
    await first;
    expect(currentSettings()).toMatchObject({ theme: 'dark', language: 'en' });
    await vi.waitFor(() => expect(saves).toHaveLength(2));
    saves[1]?.answer(saved({ theme: 'dark', language: 'en' }));
    await second;
    expect(currentSettings()).toMatchObject({ theme: 'dark', language: 'en' });
  });

  it('takes back the one that was not saved, and no other', async () => {
    const saves = slowHost();
    const both = [choose({ theme: 'dark' }), choose({ language: 'en' })];
    await vi.waitFor(() => expect(saves).toHaveLength(1));
    saves[0]?.answer(saved({ theme: 'dark' }));
    await vi.waitFor(() => expect(saves).toHaveLength(2));
    saves[1]?.answer(fail('internal', 'x', { reason: 'disk_full' }));
    await Promise.all(both);
    expect(currentSettings()).toMatchObject({ theme: 'dark', language: settings.language });
    expect(useToasts.getState().toasts).toMatchObject([{ tone: 'success' }, { tone: 'failed' }]);
  });

  it('makes a change from what the one before has saved', async () => {
    const saves = slowHost();
    const count = ({ inquiryMinutes }: Pick<Settings, 'inquiryMinutes'>) => ({ inquiryMinutes: inquiryMinutes + 1 });
    const both = [saveAtOnce(count), saveAtOnce(count)];
    await vi.waitFor(() => expect(saves).toHaveLength(1));
    saves[0]?.answer(saved(count(settings)));
    await vi.waitFor(() => expect(saves).toHaveLength(2));
    expect(saves[1]?.change).toEqual({ inquiryMinutes: settings.inquiryMinutes + 2 });
    saves[1]?.answer(saved({}));
    await Promise.all(both);
  });
});

it('an error names the settings that it is about as the screen does, and no field of the contract', () => {
  const label = settingLabels(t, ['pin', 'relay.mailbox', 'secondPin.next']);
  expect(label).toBe(t('settings.mailbox'));
  expect(settingLabels(t, ['pin'])).toBeNull();
});
