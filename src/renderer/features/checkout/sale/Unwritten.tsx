import { PencilLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type UnwrittenAnswer, unwrittenRows } from './unwritten-rows.ts';

interface Props {
  unwritten: UnwrittenAnswer;
  customerNo: string | null;
}

/** What the provider said and no disk has: the largest thing on the screen, to be copied onto paper. SaleResult says it aloud. */
export function Unwritten({ unwritten, customerNo }: Props) {
  const { t } = useTranslation();
  return (
    <section className="rounded-box border-4 border-failed bg-surface p-5">
      <h3 className="flex items-center gap-3 text-title font-bold text-failed">
        <PencilLine aria-hidden="true" className="size-8 shrink-0" />
        {t('safety.unwritten.title')}
      </h3>
      <p className="pb-3 text-large">{t('safety.unwritten.lead')}</p>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-2">
        {unwrittenRows(t, unwritten, customerNo).map(({ label, value, mono }) => (
          <div key={label} className="contents">
            <dt className="text-large text-ink-soft">{label}</dt>
            <dd className={`text-title font-bold break-all select-text ${mono ? 'font-mono' : ''}`}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
