import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { showReceipt } from '../../state/router.ts';
import { useShopZone } from '../../state/settings.ts';
import { Confirm } from '../../ui/Confirm.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { SaleSummary } from '../../ui/SaleSummary.tsx';
import { type CheckoutKind, type Overrides, update } from './checkout-store.ts';
import { OverrideQuestion } from './OverrideQuestion.tsx';
import { questionOf } from './sale-question.tsx';
import { submitSale } from './submission.ts';

interface Props {
  kind: CheckoutKind;
  error: KonterError;
}

/** Why a sale was not sent: a question where a person may decide, otherwise a notice. */
export function SaleErrorNotice({ kind, error }: Props) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const { other } = error;
  const dismiss = (): void => update(kind, { error: null });
  const question = questionOf(t, kind, error, zone);
  const send = (overrides: Overrides): void => void submitSale(kind, overrides);
  if (question) return <OverrideQuestion question={question} onGo={send} onClose={dismiss} />;
  if (error.code !== 'in_flight') return <ErrorNotice error={error} />;
  return (
    <Confirm
      title={t('sell.inFlight.title')}
      lead={`${t('errors.in_flight.title')} ${t('errors.in_flight.why')}`}
      stop={t('sell.duplicate.stop')}
      go={other ? { label: t('sell.inFlight.see'), run: () => showReceipt(other.id), danger: false } : null}
      onClose={dismiss}
    >
      {other ? <SaleSummary sale={other} /> : null}
    </Confirm>
  );
}
