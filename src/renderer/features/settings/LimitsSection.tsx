import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { TimeZone } from '../../../shared/contract/setting-table.ts';
import { TextField } from '../../ui/Field.tsx';
import { SaveBar } from './SaveBar.tsx';
import type { SectionProps } from './section.ts';
import { typedNumber } from './typed-values.ts';
import { useSection } from './use-section.ts';
import { ZoneNames } from './ZoneNames.tsx';

const schema = z.object({
  connect: typedNumber(1, 120),
  answer: typedNumber(1, 300),
  inquiry: typedNumber(1, 240),
  overdue: typedNumber(1, 1440),
  zone: TimeZone,
  providerZone: TimeZone,
});

/** How long things may take, and whose clock counts. */
export function LimitsSection({ view: { settings, locked } }: SectionProps) {
  const { t } = useTranslation();
  const { register, errors, bar, onSubmit } = useSection(
    schema,
    {
      connect: String(settings.provider.connectTimeoutSeconds),
      answer: String(settings.provider.answerTimeoutSeconds),
      inquiry: String(settings.inquiryMinutes),
      overdue: String(settings.overdueMinutes),
      zone: settings.timeZone,
      providerZone: settings.provider.timeZone,
    },
    (read) => ({
      inquiryMinutes: read.inquiry,
      overdueMinutes: read.overdue,
      ...(locked.includes('timeZone') ? {} : { timeZone: read.zone }),
      provider: {
        connectTimeoutSeconds: read.connect,
        answerTimeoutSeconds: read.answer,
        ...(locked.includes('provider.timeZone') ? {} : { timeZone: read.providerZone }),
      },
    }),
  );
  const bad = (wrong: unknown): string | null => (wrong ? t('settings.bad') : null);
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-3">
      <TextField
        label={t('settings.inquiryMinutes')}
        inputMode="numeric"
        fault={bad(errors.inquiry)}
        {...register('inquiry')}
      />
      <TextField
        label={t('settings.overdueMinutes')}
        inputMode="numeric"
        fault={bad(errors.overdue)}
        {...register('overdue')}
      />
      <TextField
        label={t('settings.connectTimeout')}
        inputMode="numeric"
        fault={bad(errors.connect)}
        {...register('connect')}
      />
      <TextField
        label={t('settings.answerTimeout')}
        inputMode="numeric"
        fault={bad(errors.answer)}
        {...register('answer')}
      />
      <TextField
        label={t('settings.timeZone')}
        list="zones"
        locked={locked.includes('timeZone')}
        fault={bad(errors.zone)}
        {...register('zone')}
      />
      <TextField
        label={t('settings.providerTimeZone')}
        list="zones"
        locked={locked.includes('provider.timeZone')}
        fault={bad(errors.providerZone)}
        {...register('providerZone')}
      />
      <ZoneNames id="zones" />
      <SaveBar {...bar} />
    </form>
  );
}
