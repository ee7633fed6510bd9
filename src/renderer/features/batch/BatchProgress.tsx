import { useEffect, useRef, useState } from 'react';
import type { Batch } from '../../../shared/contract/batches.ts';
import type { KonterError, Result } from '../../../shared/contract/errors.ts';
import { isWaitingLine } from '../../../shared/domain/batch.ts';
import { cashPart, type HandBack, handBackTogether, moneyToReturn } from '../../../shared/domain/cash.ts';
import { groupCustomerNo } from '../../../shared/domain/customer-no.ts';
import { electricityToken } from '../../../shared/domain/electricity-token.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { sumOf } from '../../../shared/domain/payment.ts';
import { call } from '../../host/call.ts';
import { errorWords } from '../../i18n/i18n.ts';
import { paymentWords } from '../../i18n/sale-messages.ts';
import { batchText } from '../../i18n/share-messages.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { closeBatch, receiveBatchAnswer, useBatch } from '../../state/batch.ts';
import { dialogSettles, useKeys, useSettled } from '../../state/keys.ts';
import { useSale, useSales } from '../../state/sales.ts';
import { useShopZone } from '../../state/settings.ts';
import { openWhatsApp } from '../../state/share.ts';
import { pageMode } from '../../state/status.ts';
import { giantBelow } from '../../ui/amount-text.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Confirm } from '../../ui/Dialog.tsx';
import { ActionLayout } from '../../ui/Layout.tsx';
import { MessageCircle } from '../../ui/later-icons.tsx';
import { ErrorNotice, LiveRegion, Notice } from '../../ui/Notice.tsx';
import { StateBadge } from '../../ui/SaleSummary.tsx';
import { useSharePlace } from '../../ui/slip/slip.ts';
import {
  isApprovalError,
  isTypingAhead,
  kindOf,
  OverrideQuestion,
  type Overrides,
  questionOf,
  type Unapproved,
  useCountersAwaited,
} from '../checkout/index.ts';
import { askPrint } from '../prints/index.ts';
import { startNextBatch } from './batch-draft.ts';

/** Each line as it stands, with its SN; where the batch waits, what a person decides; in the end, what to give back. */
export function BatchProgress({ batch }: { batch: Batch }) {
  const { t } = useTranslation();
  const panel = useRef<HTMLDivElement>(null);
  const isSettled = useSettled(dialogSettles, batch.state);
  const [error, setError] = useState<KonterError | null>(null);
  const [isAsking, setAsking] = useState(false);
  const { id, state, lines, change, total } = batch;
  const isOver = state === 'finished' || state === 'stopped';
  const back = isOver
    ? handBackTogether(
        change,
        batch.toReturn,
        lines.map(({ sale }) => sale),
      )
    : null;
  const byId = useSales((state) => state.byId);
  // The outcome of a line may come after the batch is over.
  const sales = lines.map(({ sale }) => byId[sale.id] ?? sale);
  const awaited = useAwaitedLine(batch);
  const printable = sales.filter((sale) => sale.state === 'success');
  useEffect(() => panel.current?.focus(), []);
  const send = async (answer: Promise<Result<Batch>>): Promise<KonterError | null> => {
    setError(null);
    const current = useBatch.getState().batch;
    const result = await answer;
    if (result.ok) receiveBatchAnswer(result.value, current);
    // What lacks an approval is asked about again.
    else if (!isApprovalError(result.error)) setError(result.error);
    return result.ok ? null : result.error;
  };
  const resume: PauseProps['onResume'] = (more = {}) => {
    const { reason, pin, ...allow } = more.allow ?? { position: 0 };
    return send(
      call('batches.resume', {
        id,
        ...(more.leaveOut ? { leaveOut: more.leaveOut } : {}),
        ...(more.allow ? { allow } : {}),
        ...(reason === undefined ? {} : { reason }),
        ...(pin === undefined ? {} : { pin }),
        ...pageMode(),
      }),
    );
  };
  const stop = (): void => void send(call('batches.stop', { id }));
  const print = async (): Promise<void> => {
    for (const sale of printable) await askPrint({ sale: sale.id });
  };
  const place = useSharePlace();
  // One that was left out or never sent means nothing to the customer.
  const sharable = sales.filter(({ sentAt }) => sentAt !== null);
  const share = (): void => openWhatsApp('', batchText(t, sharable, place));
  const leave = (): void => (isOver ? startNextBatch() : awaited ? void stopWaiting(awaited) : closeBatch());
  const groupId = useBatch((batches) => batches.groupId);
  const showGroup = (): void => {
    startNextBatch();
    useBatch.setState({ isOpen: true, showsGroups: true });
  };
  useKeys([
    ...(isOver && groupId !== null ? [{ key: 'F10', label: t('groups.title'), run: showGroup }] : []),
    ...(isOver ? [{ key: 'Enter', label: t('sell.next'), run: () => (isSettled ? startNextBatch() : undefined) }] : []),
    {
      key: 'Escape',
      label: t(isOver ? 'sell.next' : awaited ? 'outcome.waitsForCounters.stop' : 'common.close'),
      run: leave,
      quiet: isOver,
    },
    ...(back === null
      ? []
      : [
          {
            key: '-',
            label: t('receipts.cashReturned'),
            run: () => (isSettled && !isTypingAhead() ? setAsking(true) : undefined),
          },
        ]),
    ...(isOver && sharable.length > 0 ? [{ key: 'F6', label: t('outcome.whatsapp'), run: share }] : []),
    ...(isOver && printable.length > 0 ? [{ key: 'F8', label: t('batch.print'), run: () => void print() }] : []),
  ]);
  const isLong = Math.max(total, change) >= giantBelow;
  const done = lines.filter(({ isWaiting }) => !isWaiting).length;
  const progress = t(`batch.state.${state}`, { done, n: lines.length });
  const headline = awaited ? t('batch.awaited.title', { n: awaited.position }) : progress;
  return (
    <ActionLayout
      label={progress}
      panel={panel}
      notice={error ? <ErrorNotice error={error} /> : null}
      actions={
        <div className="flex flex-wrap items-center justify-between gap-3">
          {isOver ? null : (
            <Button large hotkey="Esc" onClick={leave}>
              {t(awaited ? 'outcome.waitsForCounters.stop' : 'common.close')}
            </Button>
          )}
          {isOver && sharable.length > 0 ? (
            <Button large icon={MessageCircle} hotkey="F6" onClick={share}>
              {t('outcome.whatsapp')}
            </Button>
          ) : null}
          {isOver && printable.length > 0 ? (
            <Button large hotkey="F8" onClick={() => void print()}>
              {t('batch.print')}
            </Button>
          ) : null}
          {isOver && groupId !== null ? (
            <Button large hotkey="F10" onClick={showGroup}>
              {t('groups.title')}
            </Button>
          ) : null}
          {back ? (
            <Button large look="danger" hotkey="-" disabled={!isSettled} onClick={() => setAsking(true)}>
              {t('receipts.cashReturned')}
            </Button>
          ) : null}
          {state === 'running' ? (
            <Button large onClick={stop}>
              {t('batch.stop')}
            </Button>
          ) : null}
          {isOver ? (
            <Button
              look="primary"
              large
              hotkey="Enter"
              disabled={!isSettled}
              onClick={startNextBatch}
              // At the right, also where it is alone on a second line.
              className="ml-auto"
            >
              {t('sell.next')}
            </Button>
          ) : null}
        </div>
      }
    >
      <LiveRegion words={headline} />
      <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-end gap-6 zoomed:grid-cols-1">
        <div>
          <h2 className="text-title font-semibold">{headline}</h2>
          {/* Its line is kept: nothing below moves. */}
          <p className="min-h-6 text-ink-soft">{awaited ? t('batch.awaited.why') : null}</p>
        </div>
        <Figure label={t('sell.total')} value={formatRupiah(total)} isLong={isLong} />
        {back || (cashPart(total, batch.payments) ?? 0) > 0 ? (
          <Figure
            label={t(back ? 'batch.handOver' : 'sell.change')}
            value={formatRupiah(back?.sum ?? change)}
            isLong={isLong}
            testId="batch-change"
          />
        ) : null}
      </div>
      {state === 'paused' ? <Pause batch={batch} isSettled={isSettled} onResume={resume} onStop={stop} /> : null}
      {back ? (
        <Notice
          tone="failed"
          live="status"
          title={t('batch.giveBack', { amount: formatRupiah(back.sum) })}
          lines={[
            back.includesChange
              ? t('batch.handOverParts', { change: formatRupiah(change), refund: paymentWords(t, batch.toReturn) })
              : paymentWords(t, batch.toReturn),
          ]}
        />
      ) : null}
      <ol
        aria-label={t('batch.lines')}
        className="grid grid-cols-[auto_auto_minmax(0,1fr)_minmax(0,auto)_auto_auto] gap-y-1 zoomed:grid-cols-1"
      >
        {lines.map((line) => (
          <ProgressLine key={line.position} line={line} isOver={isOver} />
        ))}
      </ol>
      {isAsking ? (
        <GiveBack
          batch={batch}
          back={back}
          onGo={(by) => {
            setAsking(false);
            void send(call('batches.giveBack', { id, ...(by ? { by } : {}) }));
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </ActionLayout>
  );
}

type Line = Batch['lines'][number];

/** The line that is being sent and waits for the other counters of the shop; null: none does. */
function useAwaitedLine({ state, lines }: Batch): Line | null {
  const byId = useSales((sales) => sales.byId);
  const next = state === 'running' ? lines.find(({ isWaiting, leftOut }) => isWaiting && !leftOut) : undefined;
  const isUncommitted = next !== undefined && isWaitingLine(byId[next.sale.id] ?? next.sale);
  return useCountersAwaited(isUncommitted ? next.sale.id : null) ? (next ?? null) : null;
}

/**
 * The line is not sent, and the batch pauses at it. Where nothing waits for other counters, as while its product is looked up, the screen
 * closes.
 */
async function stopWaiting({ sale: { productCode, customerNo } }: Line): Promise<void> {
  const answer = await call('shop.stopWaiting', { productCode, customerNo });
  if (answer.ok && !answer.value.isStopped) closeBatch();
}

interface FigureProps {
  label: string;
  value: string;
  /** as small as leaves the headline its room */
  isLong: boolean;
  testId?: string;
}

function Figure({ label, value, isLong, testId }: FigureProps) {
  return (
    <p className="text-right">
      <span className="block text-small text-ink-soft">{label}</span>
      <span
        data-testid={testId}
        className={classes('font-bold whitespace-nowrap', isLong ? 'text-title' : 'text-giant')}
      >
        {value}
      </span>
    </p>
  );
}

function ProgressLine({
  line: { position, sale: snapshot, leftOut, isWaiting },
  isOver,
}: {
  line: Batch['lines'][number];
  isOver: boolean;
}) {
  const { t } = useTranslation();
  const sale = useSale(snapshot.id) ?? snapshot;
  const token = electricityToken(sale.sn);
  const waits = isWaiting && !leftOut && !isOver && (sale.state === 'unsent' || sale.state === 'inquired');
  return (
    <li className="col-span-full grid min-h-11 grid-cols-subgrid items-center gap-x-4 rounded-box border border-line bg-surface px-3 py-1 zoomed:flex">
      <span className="w-6 shrink-0 text-right text-ink-soft">{position}</span>
      <span className="font-mono font-semibold">{groupCustomerNo(sale.customerNo)}</span>
      <span className="min-w-0 flex-1 truncate">
        {sale.productName ?? sale.productCode}
        {sale.state === 'failed' && sale.message ? (
          <span className="block truncate text-small text-ink-soft">{sale.message}</span>
        ) : null}
      </span>
      <span className="min-w-0 truncate font-mono text-small">{token ? token.join(' ') : sale.sn}</span>
      <span className="text-right font-semibold">{formatRupiah(sale.total ?? 0)}</span>
      {waits ? (
        <span className="w-28 text-right text-small text-ink-soft">{t('batch.waits')}</span>
      ) : (
        <StateBadge state={sale.state} />
      )}
    </li>
  );
}

interface PauseProps {
  batch: Batch;
  isSettled: boolean;
  /** @returns why it stays paused */
  onResume: (more?: { leaveOut?: number[]; allow?: Overrides & { position: number } }) => Promise<KonterError | null>;
  onStop: () => void;
}

/** Why the batch waits, and the ways on. Nothing is sent before a person chose one; Enter chooses none. */
function Pause({ batch: { pause, lines }, isSettled, onResume, onStop }: PauseProps) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const [isAsking, setAsking] = useState(false);
  const [unapproved, setUnapproved] = useState<Unapproved | null>(null);
  const line = lines.find(({ position }) => position === pause?.position);
  const question = pause && line?.isWaiting ? questionOf(t, kindOf(line.sale), pause.error, zone) : null;
  const words = pause && errorWords(t, pause.error);
  const waiting = lines.filter(({ isWaiting, leftOut }) => isWaiting && !leftOut);
  const held = waiting.reduce((sum, { sale }) => sum + moneyToReturn(sale), 0);
  const go = (): void => (question ? setAsking(true) : void onResume());
  const allow = async (position: number, overrides: Overrides): Promise<void> => {
    const error = await onResume({ allow: { position, ...overrides } });
    if (error === null || !isApprovalError(error)) return;
    setUnapproved({ error, reason: overrides.reason ?? '' });
    setAsking(true);
  };
  useKeys([{ key: 'F9', label: t('batch.resume'), run: () => (isSettled ? go() : undefined) }]);
  return (
    <Notice
      tone="unknown"
      live="alert"
      title={
        line && words
          ? `${t('batch.line', { n: line.position })} ${groupCustomerNo(line.sale.customerNo)}: ${words.title}`
          : t('batch.restarted')
      }
      lines={[
        ...(words ? words.lines : [t('batch.restartedLead')]),
        // As the strip above has it.
        ...(held > 0 ? [t('batch.waitingMoney', { amount: formatRupiah(held) })] : []),
      ]}
    >
      <div className="flex flex-wrap gap-3 pt-2">
        <Button hotkey="F9" disabled={!isSettled} onClick={go}>
          {t('batch.resume')}
        </Button>
        {pause && line?.isWaiting ? (
          <Button disabled={!isSettled} onClick={() => void onResume({ leaveOut: [pause.position] })}>
            {t('batch.leaveOut')}
          </Button>
        ) : null}
        <Button look="danger" disabled={!isSettled} onClick={onStop}>
          {t('batch.stopAndGiveBack')}
        </Button>
      </div>
      {isAsking && question && pause ? (
        <OverrideQuestion
          question={question}
          unapproved={unapproved}
          hotkey="F9"
          onGo={(overrides) => void allow(pause.position, overrides)}
          onClose={() => {
            setAsking(false);
            setUnapproved(null);
          }}
        />
      ) : null}
    </Notice>
  );
}

interface GiveBackProps {
  batch: Batch;
  back: HandBack | null;
  onGo: (by?: 'cash') => void;
  onClose: () => void;
}

/** The way it was paid is offered first; where that was no cash, it may be returned in cash. The sum is that of the screen behind. */
function GiveBack({ batch, back, onGo, onClose }: GiveBackProps) {
  const { t } = useTranslation();
  const isCash = batch.toReturn.every(({ method }) => method === 'cash');
  const refund = sumOf(batch.toReturn);
  const change = back?.includesChange ? back.change : 0;
  return (
    <Confirm
      title={t('receipts.cashReturnedTitle', { cash: formatRupiah(isCash ? refund + change : refund) })}
      lead={t('batch.givenBackAsk')}
      stop={t('receipts.notYet')}
      go={{
        label: isCash
          ? t('receipts.cashReturnedYes')
          : t('batch.givenBackAs', { parts: paymentWords(t, batch.toReturn) }),
        run: () => onGo(),
        expected: true,
      }}
      onClose={onClose}
    >
      {change === 0 ? null : isCash ? (
        <p className="text-large">
          {t('batch.handOverParts', { change: formatRupiah(change), refund: formatRupiah(refund) })}
        </p>
      ) : (
        <p>{t('receipts.changeInCash', { change: formatRupiah(change) })}</p>
      )}
      {isCash ? null : (
        <Button look="danger" onClick={() => onGo('cash')}>
          {t('batch.givenBackCash', { amount: formatRupiah(sumOf(batch.toReturn)) })}
        </Button>
      )}
    </Confirm>
  );
}
