import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DisplaySale } from '../../../../shared/domain/display.ts';
import { call } from '../../../host/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { Choice } from '../../../ui/Choice.tsx';
import { CustomerDisplay } from '../../display/CustomerDisplay.tsx';
import type { SectionProps } from '../section.ts';

const asking: DisplaySale = {
  product: 'Contoh 10.000',
  customerNo: '081234567890',
  customerName: null,
  total: 12_000,
  tendered: 20_000,
  change: 8000,
  asking: true,
  result: null,
  proof: null,
};
const samples: Readonly<Record<string, DisplaySale | null>> = {
  idle: null,
  asking,
  success: { ...asking, asking: false, result: 'success', proof: 'KTR1.CONTOH.0' },
  unsure: { ...asking, asking: false, result: 'unsure' },
  failed: { ...asking, asking: false, result: 'failed' },
};
const names = ['idle', 'asking', 'success', 'unsure', 'failed'] as const;

/** The display with made-up values, small; and the same on the display itself. */
export function DisplayPreview({ view: { settings, mode } }: SectionProps) {
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
