import { useEffect, useRef } from 'react';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { owesMoney } from '../../../shared/domain/cash.ts';
import { groupCustomerNo } from '../../../shared/domain/customer-no.ts';
import { readToken, tokenDetailsText } from '../../../shared/domain/electricity-token.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { failureKind, saysLackOfDeposit } from '../../../shared/domain/provider-answer.ts';
import { isUnresolved, type Transaction } from '../../../shared/domain/transaction.ts';
import { errorWords } from '../../i18n/i18n.ts';
import { aloud, outcomeMessage, resultAnnouncement, returnedText, saleAnnouncement } from '../../i18n/sale-messages.ts';
import { complaintText, customerText } from '../../i18n/share-messages.ts';
import { dateTimeText, timeText } from '../../i18n/time-text.ts';
import { type TFunction, useTranslation } from '../../i18n/translation.ts';
import { dialogSettles, useKeys, useSettled } from '../../state/keys.ts';
import { navigate, showReceipt } from '../../state/router.ts';
import { useShopZone } from '../../state/settings.ts';
import { copyForChat, openWhatsApp } from '../../state/share.ts';
import { useStatus } from '../../state/status.ts';
import { Button } from '../../ui/Button.tsx';
import { stateLook } from '../../ui/classes.ts';
import { ActionLayout } from '../../ui/Layout.tsx';
import { ClipboardCopy, MessageCircle, PencilLine } from '../../ui/later-icons.tsx';
import { LiveRegion, Notice } from '../../ui/Notice.tsx';
import { useSharePlace } from '../../ui/slip/slip.ts';
import { SaveCustomer } from '../customers/index.ts';
import { askPrint, PrintButton, PrintLine } from '../prints/index.ts';
import { type CheckoutKind, checkoutRules } from './checkout-rules.ts';
import { useCheckout } from './checkout-store.ts';
import { startNext } from './entry-controller.ts';
import { canRepeatWithCash, repeatSale } from './parking.ts';
import { ReturnCash } from './ReturnCash.tsx';
import { SaleFigures } from './SaleFigures.tsx';
import { SendingNotice } from './SendingNotice.tsx';
import { figuresOf, useConfirmation } from './sale-figures.ts';

interface Props {
  kind: CheckoutKind;
  /** null before main has published it */
  sale: Transaction | null;
}

const printableStates = new Set(['pending', 'success', 'unknown', 'disputed']);

/** The outcome of the sale, in the place where it was read back. Events keep it current. */
export function SaleResult({ kind, sale }: Props) {
  const { t } = useTranslation();
  const panel = useRef<HTMLDivElement>(null);
  const error = useCheckout((state) => state[kind].error);
  const isSending = useCheckout((state) => state[kind].phase === 'sending');
  const isSettled = useSettled(dialogSettles, sale?.state ?? isSending);
  const printableId = sale !== null && printableStates.has(sale.state) ? sale.id : null;
  const hasPendingWrites = useStatus((state) => (state.status?.notWritten.count ?? 0) > 0);
  // An outcome that could not be stored stays in sight until it is.
  const isUnstored = error?.reason === 'not_recorded' && (hasPendingWrites || sale?.state === 'sending');
  const lostError = isSending || (sale && !isUnstored) ? null : error;
  // It is shown nowhere else: an Enter by habit must not close it.
  const mustBeNoted = lostError?.pendingWrite !== undefined;
  const isCashOwed = sale !== null && owesMoney(sale);
  const nextLabel = t(`${checkoutRules[kind].screen}.next`);
  const next = (): void => startNext(kind);
  useEffect(() => panel.current?.focus(), []);
  useKeys([
    ...(printableId === null
      ? []
      : [{ key: 'F8', label: t('printing.print'), run: () => void askPrint({ sale: printableId }) }]),
    ...(isSending || mustBeNoted
      ? []
      : [{ key: 'Enter', label: nextLabel, run: () => (isSettled ? next() : undefined) }]),
  ]);
  const openButton =
    isSending || isCashOwed ? null : (
      <Button look="quiet" onClick={() => (sale ? showReceipt(sale.id) : navigate('receipts'))}>
        {t('outcome.open')}
      </Button>
    );
  // An outcome that came by webhook has no error of a call: then the status gives the reason.
  const isDepositLow =
    useStatus((state) => state.status?.lowDeposit === true) && saysLackOfDeposit(sale?.message ?? '');
  const reason = error?.reason ?? (isDepositLow ? 'deposit_low' : undefined);
  // Until main has published the sale, what was read back stays where it was.
  const confirmation = useConfirmation(kind);
  const draft = useCheckout((state) => state[kind].draft);
  const figures = sale ? figuresOf(sale, draft) : isSending || lostError ? confirmation : null;
  const { words, urgent } = announcementOf(t, sale, lostError, { isSending, reason });
  return (
    <ActionLayout
      label={t('outcome.label')}
      panel={panel}
      actions={
        <div className="flex flex-wrap items-center justify-end gap-3">
          {sale && !isSending ? null : openButton}
          {isCashOwed && sale ? (
            <ReturnCash sale={sale} large hotkey="-" disabled={!isSettled} className="mr-auto" />
          ) : null}
          {sale && !isSending && canRepeatWithCash(sale) ? (
            <Button large disabled={!isSettled} onClick={() => repeatSale(sale)}>
              {t('receipts.repeatWithCash')}
            </Button>
          ) : null}
          {printableId === null || sale === null ? null : <PrintButton sale={sale} large />}
          {mustBeNoted ? (
            <Button large disabled={!isSettled} onClick={next}>
              {t('integrity.paperNote.noted')}
            </Button>
          ) : (
            <Button look="primary" large hotkey="Enter" disabled={isSending || !isSettled} onClick={next}>
              {nextLabel}
            </Button>
          )}
        </div>
      }
    >
      <LiveRegion words={urgent ? '' : words} />
      <LiveRegion urgent words={urgent ? words : ''} />
      {figures ? <SaleFigures heading={t('outcome.label')} figures={figures} numberTestId="sale-number" /> : null}
      {lostError?.pendingWrite ? (
        <PendingOutcome answer={lostError.pendingWrite} customerNo={sale?.customerNo ?? null} />
      ) : sale ? (
        <OutcomeNotice sale={sale} reason={reason} />
      ) : isSending ? (
        <SendingNotice kind={kind} />
      ) : null}
      {lostError ? <Notice tone="unknown" {...errorWords(t, lostError)} /> : null}
      {printableId === null ? null : <PrintLine saleId={printableId} />}
      {sale && !isSending ? (
        // At the bottom: what the result says may grow above, and moves no button.
        <div className="mt-auto flex flex-wrap gap-1 [&>[data-look=quiet]]:px-1 xl:[&>[data-look=quiet]]:px-2">
          <ShareSale sale={sale} />
          {openButton}
          {/* Last, since it goes once the sale is certain. */}
          <CopyComplaint sale={sale} />
          {sale.state === 'success' ? <SaveCustomer sale={sale} /> : null}
        </div>
      ) : null}
    </ActionLayout>
  );
}

function announcementOf(
  t: TFunction,
  sale: Transaction | null,
  lostError: KonterError | null,
  { isSending, reason }: { isSending: boolean; reason: string | undefined },
) {
  if (!lostError) return resultAnnouncement(t, { sale, sending: isSending, reason });
  const { title, lines } = errorWords(t, lostError);
  const outcome = lostError.pendingWrite
    ? [
        t('integrity.paperNote.title'),
        t('integrity.paperNote.lead'),
        ...outcomeRows(t, lostError.pendingWrite, sale?.customerNo ?? null).map(
          ({ label, value }) => `${label} ${value}`,
        ),
      ]
    : [sale && saleAnnouncement(t, sale)];
  return { words: aloud([...outcome, title, ...lines]), urgent: true };
}

type UnstoredAnswer = NonNullable<KonterError['pendingWrite']>;

/** The outcome that no disk has, to be copied onto paper: the largest thing on the screen. SaleResult announces it. */
function PendingOutcome({ answer, customerNo }: { answer: UnstoredAnswer; customerNo: string | null }) {
  const { t } = useTranslation();
  return (
    <section className="rounded-box border-4 border-failed bg-surface p-5">
      <h3 className="flex items-center gap-3 text-title font-bold text-failed">
        <PencilLine aria-hidden="true" className="size-8 shrink-0" />
        {t('integrity.paperNote.title')}
      </h3>
      <p className="pb-3 text-large">{t('integrity.paperNote.lead')}</p>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-2">
        {outcomeRows(t, answer, customerNo).map(({ label, value, isMono }) => (
          <div key={label} className="contents">
            <dt className="text-large text-ink-soft">{label}</dt>
            <dd className={`text-title font-bold break-all select-text ${isMono ? 'font-mono' : ''}`}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** In the order in which they are looked for on paper. */
function outcomeRows(t: TFunction, { state, transactionId, sn }: UnstoredAnswer, customerNo: string | null) {
  const none = t('integrity.paperNote.none');
  const number = { label: t('integrity.paperNote.number'), value: groupCustomerNo(customerNo ?? ''), isMono: true };
  return [
    { label: t('integrity.paperNote.state'), value: t(`states.${state}`), isMono: false },
    ...(customerNo === null ? [] : [number]),
    { label: t('integrity.paperNote.transactionId'), value: transactionId ?? none, isMono: true },
    { label: t('integrity.paperNote.sn'), value: sn ?? none, isMono: true },
  ];
}

/** A sale as it stands: whose it is, its money, and what became of it. */
export function SaleOutcome({ sale }: { sale: Transaction }) {
  const { t } = useTranslation();
  return (
    <>
      <SaleFigures heading={t('outcome.label')} figures={figuresOf(sale)} numberTestId="sale-number" />
      <OutcomeNotice sale={sale} />
    </>
  );
}

/** The state of a sale in words; of a success its sn, large. @param reason of the call's error */
function OutcomeNotice({ sale, reason }: { sale: Transaction; reason?: string | undefined }) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const { tone, icon } = stateLook[sale.state];
  const token = readToken(sale.sn);
  return (
    <Notice tone={tone} icon={icon} {...outcomeMessage(t, sale, reason)}>
      {sale.state === 'success' && sale.sn !== null ? (
        <div className="min-w-0 text-ink">
          <p className="text-small font-medium text-ink-soft">{t(token ? 'share.token' : 'sell.sn')}</p>
          <p data-testid="sale-sn" className="font-mono text-title font-bold break-all select-text">
            {token?.groups.join(' ') ?? sale.sn}
          </p>
          {token?.details ? <p className="font-semibold">{tokenDetailsText(token)}</p> : null}
        </div>
      ) : null}
      {sale.state === 'failed' && failureKind(sale.message) === 'deposit' ? <DepositLeft /> : null}
      {sale.cashReturnedAt === null ? null : (
        <p className="font-semibold text-ink">{returnedText(t, sale, timeText(sale.cashReturnedAt, zone))}</p>
      )}
    </Notice>
  );
}

/** Beside a refusal for lack of deposit: what the shop's own account says is left, which may be out of date. */
function DepositLeft() {
  const { t } = useTranslation();
  const zone = useShopZone();
  const deposit = useStatus((state) => state.status?.deposit);
  if (!deposit || deposit.balance === null) return null;
  const { balance, correctedAt } = deposit;
  return (
    <p>
      {t('deposit.estimateNow', {
        balance: formatRupiah(balance),
        corrected:
          correctedAt === null
            ? t('deposit.neverCorrected')
            : t('deposit.corrected', { time: dateTimeText(correctedAt, zone) }),
      })}
    </p>
  );
}

/** What became of a sale, for the customer's chat; of one that is not certain, the complaint for the provider's. */
function ShareSale({ sale }: { sale: Transaction }) {
  const { t } = useTranslation();
  const place = useSharePlace();
  const send = (): void => openWhatsApp(sale.customerNo, customerText(t, sale, place));
  useKeys([{ key: 'F6', label: t('outcome.whatsapp'), run: send }]);
  return (
    <Button icon={MessageCircle} hotkey="F6" onClick={send}>
      {t('outcome.whatsapp')}
    </Button>
  );
}

/** Copies what the provider's customer service asks for, while the sale is not certain. */
export function CopyComplaint({ sale }: { sale: Transaction }) {
  const { t } = useTranslation();
  const place = useSharePlace();
  if (!isUnresolved(sale.state) || sale.state === 'sending') return null;
  return (
    <Button
      icon={ClipboardCopy}
      onClick={() => void copyForChat(complaintText(t, sale, place), t('outcome.complaintCopied'))}
    >
      {t('outcome.complaint')}
    </Button>
  );
}
