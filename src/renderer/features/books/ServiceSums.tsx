import type { CounterId } from '../../../shared/contract/office.ts';
import { isCustomerService } from '../../../shared/domain/cash-service.ts';
import { nonZeroSums } from '../../../shared/domain/cash-service-sums.ts';
import { call, useAnswer } from '../../host/call.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { navigate } from '../../state/router.ts';
import { useStatus } from '../../state/status.ts';
import { Button } from '../../ui/Button.tsx';
import { type Days, ofCounter } from './books-store.ts';
import { serviceRows } from './report-text.ts';
import { SumRow } from './SumRow.tsx';

/** What the cash services of some days come to: passed on, which is no turnover, and the fees, which are earned. Nothing without any. */
export function ServiceSums({ days: { from, to }, counter }: { days: Days; counter: CounterId | null }) {
  const { t } = useTranslation();
  const status = useStatus((state) => state.status);
  const answer = useAnswer(readSums, JSON.stringify({ from, to, ...ofCounter(counter) }), status)?.answer;
  const sums = answer?.ok ? answer.value.sums.filter(({ kind }) => isCustomerService(kind)) : [];
  if (nonZeroSums(sums).length === 0) return null;
  return (
    <section aria-label={t('cashServices.title')} className="shrink-0 px-3 py-2">
      <h4 className="text-small font-semibold">{t('cashServices.title')}</h4>
      <dl className="flex flex-col gap-y-1">
        {serviceRows(t, sums).map(([label, of]) => (
          <SumRow key={label} label={label} amount={of} />
        ))}
      </dl>
      <Button look="quiet" className="-mx-3" onClick={() => navigate('cashServices')}>
        {t('cashServices.books.open')}
      </Button>
    </section>
  );
}

async function readSums(query: string) {
  const { from, to, counter }: { from: string; to: string; counter?: CounterId } = JSON.parse(query);
  return call('cashServices.sums', { from, to, ...ofCounter(counter) });
}
