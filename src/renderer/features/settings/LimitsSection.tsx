import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { numberPlanText, readNumberPlan, shippedNumberPlan } from '../../../shared/domain/number-fit.ts';
import shipped from '../../../shared/domain/number-plan.json' with { type: 'json' };
import { Button } from '../../ui/Button.tsx';
import { TextAreaField } from '../../ui/Field.tsx';
import { useZodForm } from '../../ui/form.ts';
import { SaveBar, type SectionProps, SettingsForm } from './SettingsForm.tsx';
import { saveSettings } from './settings-form.ts';

const shippedText = numberPlanText(shippedNumberPlan);

/** Time limits, time zones, and the form of customers' numbers. */
export function LimitsSection({ view }: SectionProps) {
  const { t } = useTranslation();
  return (
    <>
      <SettingsForm view={view} form="limits" />
      <details className="border-t border-line pt-3">
        <summary className="flex min-h-11 items-center font-medium underline underline-offset-4">
          {t('settings.numberPlan.title')}
        </summary>
        <NumberPlanForm view={view} />
      </details>
    </>
  );
}

/** Prefixes of the operators and lengths of numbers, as lines. The shipped ones are saved as none, so that a release may renew them. */
function NumberPlanForm({ view }: SectionProps) {
  const { t } = useTranslation();
  const form = useZodForm({
    schema: z.object({ text: z.string().refine((text) => 'plan' in readNumberPlan(text)) }),
    defaults: { text: numberPlanText(view.settings.numberPlan ?? shippedNumberPlan) },
    send: async ({ text }) => {
      const read = readNumberPlan(text);
      const isShipped = text.trim() === shippedText;
      return saveSettings({ numberPlan: 'plan' in read && !isShipped ? read.plan : null });
    },
  });
  const text = form.watch('text');
  const read = readNumberPlan(text);
  const line = 'wrongLine' in read ? read.wrongLine : 0;
  return (
    <form {...form.props} className="flex flex-col gap-3">
      <p>{t('settings.numberPlan.lead', { date: shipped.date })}</p>
      <TextAreaField
        label={t('settings.numberPlan.lines')}
        hint={t('settings.numberPlan.hint')}
        rows={12}
        {...form.field('text', t('settings.numberPlan.bad', { line }))}
      />
      <Button
        className="self-start"
        disabled={text.trim() === shippedText}
        onClick={() => form.setValue('text', shippedText, { shouldDirty: true })}
      >
        {t('settings.numberPlan.shipped')}
      </Button>
      <SaveBar {...form} />
    </form>
  );
}
