import { useState } from 'react';
import { z } from 'zod';
import type { DisplayState } from '../../../shared/contract/display.ts';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { settingTable } from '../../../shared/contract/setting-table.ts';
import type { DisplaySale } from '../../../shared/domain/display.ts';
import { qrisToPay } from '../../../shared/domain/qris.ts';
import { call, useAnswer } from '../../host/call.ts';
import { errorWords } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { copyText } from '../../state/share.ts';
import { toast } from '../../state/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { Choice, TextField } from '../../ui/Field.tsx';
import { useZodForm } from '../../ui/form.ts';
import { ExternalLink } from '../../ui/later-icons.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { CustomerDisplay } from '../display/index.ts';
import { SaveBar, type SectionProps } from './SettingsForm.tsx';
import { saveSettings, typedNumber } from './settings-form.ts';

const look = () => call('display.preview');

/** The customer display: whether there is one, where, how long it shows a result, and a preview. */
export function DisplaySection({ view }: SectionProps) {
  const { t } = useTranslation();
  const { display } = view.settings;
  const loaded = useAnswer(look, 'display', JSON.stringify(display));
  const state: DisplayState | null = loaded?.answer.ok ? loaded.answer.value : null;
  return (
    <div className="flex flex-col gap-6">
      <p>{t('display.lead')}</p>
      {state?.via === 'none' ? <p>{t('display.none')}</p> : <DisplayForm view={view} state={state} />}
      {display.on && state?.via === 'page' ? <DisplayLink /> : null}
      <DisplayPreview view={view} />
    </div>
  );
}

const { on, screen, clearSeconds } = settingTable.display.schema.shape;
const displayForm = z.object({ on, screen, clearSeconds: typedNumber.pipe(clearSeconds) });

/** @param state null while main reads its screens */
function DisplayForm({ view, state }: SectionProps & { state: DisplayState | null }) {
  const { t } = useTranslation();
  const { display } = view.settings;
  const form = useZodForm({
    schema: displayForm,
    defaults: { ...display, clearSeconds: String(display.clearSeconds) },
    send: (read) => saveSettings({ display: read }),
  });
  const isOn = form.control('on');
  const place = form.control('screen');
  const free = (state?.screens ?? []).filter(({ counter }) => !counter);
  const places = [
    { value: 'auto', label: t('display.screen.auto') },
    ...free.map(({ id, name, width, height }) => ({ value: id, label: `${name} ${width} × ${height}`.trim() })),
    { value: 'window', label: t('display.screen.window') },
  ];
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <Choice
        label={t('display.title')}
        hideLabel
        value={isOn.value ? 'on' : 'off'}
        choices={(['off', 'on'] as const).map((value) => ({ value, label: t(`display.switch.${value}`) }))}
        onValue={(value) => isOn.onValue(value === 'on')}
      />
      {isOn.value && state?.via === 'window' ? (
        <>
          <Choice label={t('display.screen.label')} choices={places} {...place} />
          {place.value !== 'window' && free.length === 0 ? <p>{t('display.screen.one')}</p> : null}
        </>
      ) : null}
      {isOn.value ? (
        <TextField
          label={t('display.seconds')}
          hint={t('display.secondsHint')}
          inputMode="numeric"
          {...form.field('clearSeconds', t('display.secondsBad'))}
        />
      ) : null}
      <SaveBar {...form} />
    </form>
  );
}

/** Where a browser shows the display: an address that works once, to be opened on the other screen. */
function DisplayLink() {
  const { t } = useTranslation();
  const [url, setUrl] = useState<string | null>(null);
  const [error, setError] = useState<KonterError | null>(null);
  const make = async (): Promise<void> => {
    const answer = await call('display.link');
    setError(answer.ok ? null : answer.error);
    setUrl(answer.ok ? answer.value.url : null);
  };
  const copy = async (address: string): Promise<void> => {
    if (await copyText(address)) toast('success', t('display.link.copied'));
  };
  return (
    <section aria-label={t('display.link.title')} className="flex flex-col gap-3">
      <h4 className="text-large font-semibold">{t('display.link.title')}</h4>
      <p>{t('display.link.lead')}</p>
      {error ? <Notice tone="failed" live="alert" {...errorWords(t, error)} /> : null}
      <div className="flex flex-wrap gap-3">
        {url === null ? (
          <Button onClick={() => void make()}>{t('display.link.make')}</Button>
        ) : (
          <>
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              // The link works once: the next one is a new one.
              onClick={() => setUrl(null)}
              className="flex min-h-11 items-center gap-2 rounded-box bg-accent px-4 font-semibold text-accent-ink"
            >
              <ExternalLink aria-hidden="true" className="size-5" />
              {t('display.link.open')}
            </a>
            <Button onClick={() => void copy(url)}>{t('display.link.copy')}</Button>
          </>
        )}
      </div>
    </section>
  );
}

const asking: DisplaySale = {
  product: 'Contoh 10.000',
  customerNo: '081234567890',
  customerName: null,
  total: 12_000,
  payments: [],
  tendered: 20_000,
  change: 8000,
  asking: true,
  result: null,
  qris: null,
  proof: null,
};
const samples: Readonly<Record<string, DisplaySale | null>> = {
  idle: null,
  asking,
  qris: {
    ...asking,
    payments: [{ method: 'qris', amount: 12_000 }],
    tendered: null,
    change: 0,
    qris: qrisToPay({ code: null, triedCode: null }, 12_000, true),
  },
  success: { ...asking, asking: false, result: 'success', proof: 'KTR1.CONTOH.0' },
  unsure: { ...asking, asking: false, result: 'unsure' },
  failed: { ...asking, asking: false, result: 'failed' },
};
const names = ['idle', 'asking', 'qris', 'success', 'unsure', 'failed'] as const;

/** The display with made-up values, small; and the same on the display itself. */
function DisplayPreview({ view: { settings, mode } }: SectionProps) {
  const { t } = useTranslation();
  const [sample, setSample] = useState<(typeof names)[number]>('asking');
  const { language, theme, shop } = settings;
  return (
    <section aria-label={t('display.preview.title')} className="flex flex-col gap-3">
      <h4 className="text-large font-semibold">{t('display.preview.title')}</h4>
      <Choice
        label={t('display.preview.title')}
        hideLabel
        value={sample}
        choices={names.map((value) => ({ value, label: t(`display.preview.${value}`) }))}
        onValue={setSample}
      />
      <div className="aspect-video w-full overflow-hidden border border-line-strong">
        <CustomerDisplay
          preview
          view={{ language, theme, shop: shop.name, training: mode === 'training', sale: samples[sample] ?? null }}
        />
      </div>
      {settings.display.on ? (
        <Button className="self-start" onClick={() => void call('display.show', { kind: 'test' })}>
          {t('display.preview.test')}
        </Button>
      ) : null}
    </section>
  );
}
