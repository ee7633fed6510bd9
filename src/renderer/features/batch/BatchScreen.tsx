import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { withoutEmptyAndDoubled } from '../../../shared/domain/batch-text.ts';
import { groupCustomerNo } from '../../../shared/domain/customer-no.ts';
import { formatRupiah, groupThousands } from '../../../shared/domain/money.ts';
import { errorWords } from '../../i18n/i18n.ts';
import { type TFunction, useTranslation } from '../../i18n/translation.ts';
import { closeBatch, useBatch } from '../../state/batch.ts';
import { useKeys } from '../../state/keys.ts';
import { useOffers } from '../../state/offers.ts';
import { useSales } from '../../state/sales.ts';
import { useShopZone } from '../../state/settings.ts';
import { AmountField } from '../../ui/AmountField.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { onDemand } from '../../ui/deferred.tsx';
import { TextAreaField, TextField } from '../../ui/Field.tsx';
import { X } from '../../ui/icons.tsx';
import { ErrorNotice, ScreenSkeleton } from '../../ui/Notice.tsx';
import { AmountQuestion, nameOf, OverrideQuestion, questionOf } from '../checkout/index.ts';
import { BatchPayment } from './BatchPayment.tsx';
import { BatchProgress } from './BatchProgress.tsx';
import {
  acceptAsked,
  allowLine,
  type BatchLine,
  batchLines,
  checkBatch,
  editBatch,
  mendLine,
  offeredProduct,
  refuseAsked,
  totalOf,
  unpriced,
  updateDraft,
  useBatchDraft,
} from './batch-draft.ts';

const GroupsScreen = onDemand(async () => (await import('../bill-groups/index.ts')).GroupsScreen, ScreenSkeleton);

/** Several sales that a customer pays together: listed, paid once, sent one after the other. */
export function BatchScreen() {
  const batch = useBatch((state) => state.batch);
  const phase = useBatchDraft((state) => state.phase);
  const showsGroups = useBatch((state) => state.showsGroups);
  if (batch !== null) return <BatchProgress batch={batch} />;
  if (showsGroups && phase === 'entry') return <GroupsScreen onPay={() => void checkBatch()} />;
  return (
    <>
      <UnlikelyAmount />
      {phase === 'pay' || phase === 'sending' ? <BatchPayment /> : <BatchEntry />}
    </>
  );
}

/** Asks about an amount that is unlikely, as the form of a single sale does. */
function UnlikelyAmount() {
  const question = useBatchDraft((state) => state.question);
  if (question === null) return null;
  const subject = question.productCode === null ? 'amount' : 'price';
  const amount = formatRupiah(question.amount);
  return (
    <AmountQuestion
      subject={subject}
      text={amount}
      total={question.usual}
      onGo={() => void acceptAsked()}
      onClose={refuseAsked}
    />
  );
}

/** Numbers are typed or pasted, one on each line; beside them stands how each is understood, and what is wrong with it. */
function BatchEntry() {
  const { t } = useTranslation();
  const text = useBatch((state) => state.text);
  const billIds = useBatch((state) => state.bills);
  const offers = useOffers((state) => state.offers ?? []);
  const { product, prices, phase, error } = useBatchDraft();
  const sales = useSales((state) => state.byId);
  const bills = billIds.flatMap((id) => sales[id] ?? []);
  const lines = batchLines({ text, product, prices, offers, bills });
  const isChecking = phase === 'checking';
  const total = totalOf(lines.map(({ draft }) => draft));
  const faulty = lines.filter(({ fault }) => fault !== null).length;
  const canTidy = lines.some(({ fault }) => fault === 'empty' || fault === 'twice');
  const tidy = (): void => useBatch.setState({ text: withoutEmptyAndDoubled(text) });
  useKeys([
    { key: 'Escape', label: t('common.close'), run: closeBatch },
    { key: 'F10', label: t('groups.title'), run: showGroups },
    ...(canTidy ? [{ key: 'F8', label: t('batch.tidy'), run: tidy }] : []),
  ]);
  const offered = product === '' ? offeredProduct(lines, offers, Object.values(sales)) : null;
  const review = (): void => {
    if (offered) updateDraft({ product: offered.product.productCode });
    void checkBatch();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void checkBatch();
  };
  const type = (typed: string): void => {
    useBatch.setState({ text: typed });
    editBatch();
  };
  const form = useRef<HTMLFormElement>(null);
  // Enter is a new line there.
  const [isInList, setInList] = useState(true);
  /** what stands in the list was typed or scanned last, not pasted */
  const isTyped = useRef(false);
  useJump(form);
  const onListKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const { value, selectionStart } = event.currentTarget;
    // Some scanners end with Tab: it ends a line that is begun, and leaves the list from an empty one and from a pasted one.
    const isBegun = isTyped.current && selectionStart === value.length && /\S[^\n]*$/.test(value);
    if (event.key === 'Tab' && !event.shiftKey && isBegun) {
      event.preventDefault();
      return type(`${value}\n`);
    }
    if (event.key !== 'Enter' || !event.ctrlKey) return;
    event.preventDefault();
    review();
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      className="mx-auto flex h-full max-w-7xl flex-col gap-3 px-4 pt-3 pb-4"
    >
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-title font-semibold">{t('batch.title')}</h2>
        <Button hotkey="F10" onClick={showGroups}>
          {t('groups.title')}
        </Button>
      </div>
      <LineQuestion />
      <div className="-mx-2 grid min-h-0 flex-1 grid-cols-2 gap-4 overflow-y-auto px-2 zoomed:grid-cols-1">
        <div className="flex min-w-0 flex-col gap-2">
          <TextAreaField
            label={t('batch.list')}
            hint={t('batch.listHint')}
            rows={8}
            inputMode="tel"
            value={text}
            onChange={({ currentTarget, nativeEvent }) => {
              isTyped.current = !(nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste');
              type(currentTarget.value);
            }}
            onKeyDown={onListKey}
            // The caret goes behind what was typed before.
            onFocus={({ currentTarget }) => {
              setInList(true);
              currentTarget.setSelectionRange(currentTarget.value.length, currentTarget.value.length);
            }}
            onBlur={() => setInList(false)}
            // Five lines are whole on the smallest screen.
            className="min-h-52 text-large short:h-40 short:min-h-40"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the screen is there to be typed into
            autoFocus
          />
          {/* Side by side: none is below the fold of a small screen. */}
          <div className="grid grid-cols-2 items-start gap-x-3 gap-y-2 zoomed:grid-cols-1">
            <TextField
              name="product"
              label={t('batch.product')}
              hint={t('batch.productHint')}
              autoCapitalize="off"
              value={product}
              onChange={(event) => {
                updateDraft({ product: event.currentTarget.value });
                editBatch();
              }}
            />
            {unpriced(lines).map(({ productCode, productName }) => (
              <div key={productCode} data-price={productCode}>
                <AmountField
                  label={t('batch.price', { product: productName ?? productCode })}
                  value={prices[productCode] ?? null}
                  onValue={(price) => updateDraft({ prices: { ...prices, [productCode]: price } })}
                />
              </div>
            ))}
          </div>
          {/* Below all fields: none of them moves when it comes. */}
          {offered ? (
            <Button hotkey="Ctrl+Enter" className="max-w-full self-start" onClick={review}>
              {t('batch.sameProduct', { product: offered.product.productName ?? offered.product.productCode })}
            </Button>
          ) : null}
        </div>
        <div className="flex min-h-0 min-w-0 flex-col gap-2">
          <p className="text-small font-medium text-ink-soft">
            {t('batch.understood', { count: lines.length, n: lines.length })}
            {faulty > 0 ? `, ${t('batch.toMend', { count: faulty, n: faulty })}` : null}
          </p>
          <ul aria-label={t('batch.lines')} className="flex min-h-0 flex-1 flex-col gap-1 overflow-y-auto">
            {lines.map((line, at) => (
              <LineRow
                key={line.draft.bill ?? `${line.line} ${line.typed} ${line.draft.customerNo}`}
                line={line}
                position={at + 1}
              />
            ))}
          </ul>
          {/* Not among the buttons below, which stay where they are when it comes. */}
          {canTidy ? (
            <Button hotkey="F8" onClick={tidy}>
              {t('batch.tidy')}
            </Button>
          ) : null}
          <JumpReason />
          {error ? <ErrorNotice error={error} compact /> : null}
        </div>
      </div>
      <div className="flex shrink-0 flex-wrap items-center justify-between gap-3">
        <Button large hotkey="Esc" onClick={closeBatch}>
          {t('common.close')}
        </Button>
        <p className="flex items-baseline gap-3">
          <span className="text-ink-soft">
            {faulty === 0
              ? t('sell.total')
              : t('batch.totalOf', { n: groupThousands(lines.length - faulty), of: groupThousands(lines.length) })}
          </span>
          <output data-testid="batch-total" className="text-giant font-bold">
            {formatRupiah(total)}
          </output>
        </p>
        <Button
          type="submit"
          look="primary"
          large
          hotkey={isInList ? 'Ctrl+Enter' : 'Enter'}
          disabled={isChecking}
          className="min-w-56"
        >
          {t(isChecking ? 'batch.checking' : 'batch.review')}
        </Button>
      </div>
    </form>
  );
}

const showGroups = (): void => useBatch.setState({ showsGroups: true });

/** Review leads to the line that keeps the list from being read back: its text, its product or its price is selected. */
function useJump(form: RefObject<HTMLFormElement | null>): void {
  const jump = useBatchDraft((state) => state.jump);
  useEffect(() => {
    if (jump === null) return;
    const { line, position } = jump;
    const code = CSS.escape(line?.draft.product?.productCode ?? '');
    const fields = { price: `[data-price="${code}"] input`, noProduct: '[name="product"]' } as const;
    const field = line?.fault === 'price' || line?.fault === 'noProduct' ? fields[line.fault] : 'textarea';
    form.current?.querySelectorAll('li')[position - 1]?.scrollIntoView({ block: 'nearest' });
    const input = form.current?.querySelector<HTMLElement>(field);
    input?.focus();
    if (!(input instanceof HTMLTextAreaElement) || line === null || line.draft.bill !== null) return;
    const texts = input.value.split('\n');
    const start = texts.slice(0, line.line - 1).reduce((length, each) => length + each.length + 1, 0);
    input.setSelectionRange(start, start + (texts[line.line - 1]?.length ?? 0));
  }, [form, jump]);
}

/** Says why Review went no further. */
function JumpReason() {
  const { t } = useTranslation();
  const jump = useBatchDraft((state) => state.jump);
  if (jump === null || jump.line?.fault === null) return null;
  const { line } = jump;
  return (
    <p role="alert" className="font-semibold text-failed">
      {line ? `${t('batch.line', { n: line.line })} ${faultWords(t, line)}` : t('batch.nothing')}
    </p>
  );
}

const faultWords = (t: TFunction, { fault, typed, sameAs }: BatchLine): string =>
  fault === null ? '' : t(`batch.fault.${fault}`, { product: typed, line: sameAs ?? 0 });

/** Asks about the first line that a person may sell in spite of what main says. Enter goes back to the list. */
function LineQuestion() {
  const { t } = useTranslation();
  const zone = useShopZone();
  const { problems, lines, unapproved, isAsking } = useBatchDraft();
  if (!isAsking) return null;
  for (const [position, error] of problems) {
    const line = lines[position - 1];
    const question = line && questionOf(t, line.bill === null ? 'order' : 'bill', error, zone);
    if (!question) continue;
    const whose = line.bill === null ? `${groupCustomerNo(line.customerNo)}: ` : '';
    return (
      <OverrideQuestion
        key={`${position} ${error.code}`}
        question={{ ...question, title: `${t('batch.line', { n: position })} ${whose}${question.title}` }}
        unapproved={unapproved}
        hotkey="F9"
        onGo={(overrides) => allowLine(position, overrides)}
        onClose={() => mendLine(position)}
      />
    );
  }
  return null;
}

const rowLook = 'flex min-h-11 items-center gap-3 rounded-box border px-3 py-1';

function LineRow({ line, position }: { line: BatchLine; position: number }) {
  const { t } = useTranslation();
  const problem = useBatchDraft((state) => state.problems.get(position));
  const sales = useSales((state) => state.byId);
  const { draft, fault, dropped } = line;
  const { bill, customerNo, price } = draft;
  const words = fault ? faultWords(t, line) : problem && errorWords(t, problem).lines[0];
  const remove = (): void => useBatch.setState(({ bills }) => ({ bills: bills.filter((id) => id !== bill) }));
  return (
    <li className={classes(rowLook, words ? 'border-failed bg-failed-soft' : 'border-line bg-surface')}>
      <span className="w-6 shrink-0 text-right text-ink-soft">{line.line}</span>
      <span className={classes('min-w-0 flex-1', bill !== null && 'truncate')}>
        {customerNo === '' ? null : <span className="font-mono font-semibold">{groupCustomerNo(customerNo)}</span>}{' '}
        {/* As a whole on the next line, where the number leaves it no room. */}
        <span className="inline-block empty:hidden">{nameOf(draft, sales)}</span>
        {dropped === '' ? null : (
          <span className="block text-small text-ink-soft">{t('entry.dropped', { words: dropped })}</span>
        )}
        {words ? <span className="block text-small font-medium text-failed">{words}</span> : null}
      </span>
      {price === null ? null : <span className="font-semibold">{formatRupiah(price)}</span>}
      {bill === null ? null : (
        <IconButton label={t('batch.remove')} onClick={remove}>
          <X aria-hidden="true" className="size-5" />
        </IconButton>
      )}
    </li>
  );
}
