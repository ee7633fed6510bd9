import { create } from 'zustand';
import type { BatchLineInput } from '../../../shared/contract/batches.ts';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { maxBatchLines } from '../../../shared/domain/batch.ts';
import { type BatchTextFault, readBatchText } from '../../../shared/domain/batch-text.ts';
import { isUnlikelyCash, isUnlikelyPrice } from '../../../shared/domain/bounds.ts';
import { numberMismatch } from '../../../shared/domain/number-fit.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { call, onPin } from '../../host/call.ts';
import { receiveBatchAnswer, useBatch } from '../../state/batch.ts';
import { currentOffers, type Offer, refreshOffers } from '../../state/offers.ts';
import { dropOnPersonChange } from '../../state/page-data.ts';
import { useSales } from '../../state/sales.ts';
import { currentNumberPlan } from '../../state/settings.ts';
import { pageMode } from '../../state/status.ts';
import {
  emptyDraft,
  isApprovalError,
  kindOf,
  lastOf,
  lineInput,
  lookUpOffer,
  matchOffer,
  namesBrand,
  type Overrides,
  type SaleDraft,
  type Unapproved,
  usualPrice,
} from '../checkout/index.ts';
import { allCash, cashCount, type PaymentChoice, paymentInput } from '../payment/index.ts';

interface BatchDraft {
  phase: 'entry' | 'checking' | 'pay' | 'sending';
  /** of the lines that name none */
  product: string;
  /** for products without a price, by their codes */
  prices: Readonly<Record<string, number | null>>;
  /** the sales that main was asked about, in the order of sending: the bills first */
  lines: readonly SaleDraft[];
  /** what speaks against lines, by their positions */
  problems: ReadonlyMap<number, KonterError>;
  /** whether a person is asked about them; not while one of the lines is mended */
  isAsking: boolean;
  /** what keeps the list from being read back; a new object with each press of Review */
  jump: Jump | null;
  /** why nothing was sent */
  error: KonterError | null;
  /** what a person allowed, by the lines' keys */
  allowed: ReadonlyMap<string, Overrides>;
  approval: Pick<Overrides, 'reason' | 'pin'>;
  /** why the approval was none: what is to be approved is asked about again */
  unapproved: Unapproved | null;
  payment: PaymentChoice;
  /** cash handed over, or the part that is paid in another way; null: exactly */
  amount: number | null;
  /** the amount that is probably none: a person is asked */
  question: AskedAmount | null;
  /** the amounts that a person has said to be right */
  accepted: readonly string[];
}

/** A line that Review leads to. */
interface Jump {
  /** from 1; 0: the list is empty */
  position: number;
  line: BatchLine | null;
}

/** Cash, or the price of a product, far above what is known. Whole rupiah. */
interface AskedAmount {
  /** null: it is cash */
  productCode: string | null;
  amount: number;
  usual: number;
}

const empty: BatchDraft = {
  phase: 'entry',
  product: '',
  prices: {},
  lines: [],
  problems: new Map(),
  isAsking: true,
  jump: null,
  error: null,
  allowed: new Map(),
  approval: {},
  unapproved: null,
  payment: allCash,
  amount: null,
  question: null,
  accepted: [],
};

export const useBatchDraft = create<BatchDraft>(() => empty);

export const updateDraft = (change: Partial<BatchDraft>): void => useBatchDraft.setState(change);

// What a person allowed, with the reason and the PIN, is not the next one's: it is asked about again, and the cash is counted again.
dropOnPersonChange(() =>
  updateDraft({
    allowed: new Map(),
    approval: {},
    unapproved: null,
    error: null,
    amount: null,
    question: null,
    accepted: [],
  }),
);

// A PIN that was typed beside its field is neither cash nor a price.
onPin((pin) => {
  const { phase, amount, prices } = useBatchDraft.getState();
  if (phase === 'sending') return;
  const other = (price: number | null): number | null => (String(price) === pin ? null : price);
  updateDraft({
    amount: other(amount),
    question: null,
    prices: Object.fromEntries(Object.entries(prices).map(([code, price]) => [code, other(price)])),
  });
});

/** For the next customer. */
export function startNextBatch(): void {
  useBatchDraft.setState(empty);
  useBatch.setState({ isOpen: false, text: '', bills: [], batch: null });
}

function linesNow(): BatchLine[] {
  const { product, prices } = useBatchDraft.getState();
  const { text, bills } = useBatch.getState();
  const { byId } = useSales.getState();
  return batchLines({ text, product, prices, offers: currentOffers(), bills: bills.flatMap((id) => byId[id] ?? []) });
}

/** The sales of the list that have a product and a price. */
const draftsNow = (): SaleDraft[] =>
  linesNow().flatMap(({ draft }) => (draft.product === null || draft.price === null ? [] : [draft]));

const lineKey = ({ product, customerNo, bill }: SaleDraft): string => bill ?? `${product?.productCode} ${customerNo}`;

export const totalOf = (lines: readonly SaleDraft[]): number => lines.reduce((sum, { price }) => sum + (price ?? 0), 0);

/** What main is asked about the sales, each with what a person allowed for it. */
function inputsOf(drafts: readonly SaleDraft[]): BatchLineInput[] {
  const { allowed, accepted } = useBatchDraft.getState();
  return drafts.flatMap((draft) => {
    const input = lineInput(draft);
    if (input === null) return [];
    const { reason: _reason, pin: _pin, ...overrides } = allowed.get(lineKey(draft)) ?? {};
    const { product, price, bill } = draft;
    const isAccepted =
      bill === null &&
      price !== null &&
      accepted.includes(acceptedKey({ productCode: product?.productCode ?? null, amount: price }));
    return [Object.assign(input, isAccepted ? { allowPrice: price } : {}, overrides)];
  });
}

const acceptedKey = ({ productCode, amount }: Pick<AskedAmount, 'productCode' | 'amount'>): string =>
  `${productCode ?? ''} ${amount}`;

/** Whether a person is asked about the amount first, who has not said yet that it is right. */
function askAmount(question: AskedAmount | null | undefined): boolean {
  if (!question || useBatchDraft.getState().accepted.includes(acceptedKey(question))) return false;
  updateDraft({ question });
  return true;
}

/** The first price that was typed for a product and is far above what it stands for, unless a person has said that it is right. */
function unlikelyPrice(): AskedAmount | undefined {
  const { accepted } = useBatchDraft.getState();
  return linesNow()
    .flatMap(({ draft, isPriceTyped }) => {
      const { product, price } = draft;
      const usual = usualPrice(draft);
      if (!isPriceTyped || product === null || price === null || usual === null) return [];
      return isUnlikelyPrice(price, usual)
        ? [{ productCode: product.productCode, amount: price, usual: usual.amount }]
        : [];
    })
    .find((question) => !accepted.includes(acceptedKey(question)));
}

/** The person's answer: the amount is right, and what was pressed goes on. */
export async function acceptAsked(): Promise<void> {
  const { question, accepted } = useBatchDraft.getState();
  if (question === null) return;
  updateDraft({ question: null, accepted: [...accepted, acceptedKey(question)] });
  await (question.productCode === null ? sendBatch() : checkBatch());
}

/** The amount is typed again. */
export function refuseAsked(): void {
  const { question, prices } = useBatchDraft.getState();
  if (question === null) return;
  const { productCode } = question;
  updateDraft({
    question: null,
    ...(productCode === null ? { amount: null } : { prices: { ...prices, [productCode]: null } }),
  });
}

let checks = 0;

/**
 * Asks main about every line: products that are not known here are looked up first. What is right leads to the payment. Typing ends
 * a check: its answer is about another list.
 */
export async function checkBatch(): Promise<void> {
  if (useBatchDraft.getState().phase !== 'entry' || askAmount(unlikelyPrice())) return;
  updateDraft({ phase: 'checking', error: null, problems: new Map(), isAsking: true, jump: null });
  checks += 1;
  const mine = checks;
  const isEnded = (): boolean => mine !== checks || useBatchDraft.getState().phase !== 'checking';
  for (const code of new Set(linesNow().flatMap(({ fault, typed }) => (fault === 'unknown' ? [typed] : [])))) {
    const answer = await lookUpOffer(code);
    if (isEnded()) return;
    if (!answer.ok) updateDraft({ error: answer.error });
  }
  const list = linesNow();
  const faulty = list.findIndex(({ fault }) => fault !== null);
  const lines = draftsNow();
  const inputs = inputsOf(lines);
  if (faulty !== -1 || lines.length === 0)
    return updateDraft({ phase: 'entry', jump: { position: faulty + 1, line: list[faulty] ?? null } });
  const answer = await call('batches.check', { lines: inputs, ...pageMode() });
  if (isEnded()) return;
  // A bill that was taken out, say, or another price.
  if (JSON.stringify(inputsOf(draftsNow())) !== JSON.stringify(inputs)) return updateDraft({ phase: 'entry' });
  if (!answer.ok) return updateDraft({ phase: 'entry', error: answer.error });
  const problems = new Map(
    answer.value.flatMap(({ position, error }) => (error === null ? [] : [[position, error] as const])),
  );
  const [position] = problems.keys();
  const jump = position === undefined ? null : { position, line: list[position - 1] ?? null };
  updateDraft({ lines, problems, jump, phase: problems.size === 0 ? 'pay' : 'entry', amount: null });
}

/** A person sells a line in spite of what speaks against it; the list is asked about again. */
export function allowLine(position: number, overrides: Overrides): void {
  const { lines, allowed, approval } = useBatchDraft.getState();
  const line = lines[position - 1];
  if (!line) return;
  const { reason, pin, ...more } = overrides;
  const key = lineKey(line);
  updateDraft({
    allowed: new Map(allowed).set(key, { ...allowed.get(key), ...more }),
    approval: { ...approval, ...(reason === undefined ? {} : { reason }), ...(pin === undefined ? {} : { pin }) },
    unapproved: null,
    problems: new Map(),
  });
  void checkBatch();
}

/** A person does not sell the line as it stands: it is selected, and no other is asked about before the next press of Review. */
export function mendLine(position: number): void {
  updateDraft({ isAsking: false, unapproved: null, jump: { position, line: linesNow()[position - 1] ?? null } });
}

/** Back to the list, which is not under way. */
export function editBatch(): void {
  if (useBatchDraft.getState().phase === 'sending') return;
  dropPin();
  updateDraft({ phase: 'entry', problems: new Map(), jump: null, error: null });
}

/** A PIN is for one try with one list: what comes next, which may be another customer's, needs it again. */
function dropPin(): void {
  const { pin: _pin, ...approval } = useBatchDraft.getState().approval;
  updateDraft({ approval, unapproved: null });
}

useBatch.subscribe(({ isOpen }, before) => (before.isOpen && !isOpen ? dropPin() : undefined));

/** Records the payment and begins to send, once: the phase changes before the call. */
export async function sendBatch(): Promise<void> {
  const { phase, lines, payment, amount, approval, accepted } = useBatchDraft.getState();
  if (phase !== 'pay') return;
  const { due, tendered } = cashCount(payment, totalOf(lines), amount ?? 0);
  if (
    tendered !== null &&
    isUnlikelyCash(tendered, due) &&
    askAmount({ productCode: null, amount: tendered, usual: due })
  )
    return;
  const sent = useBatch.getState();
  dropPin();
  updateDraft({ phase: 'sending', error: null });
  // One that is over gives its place to the new one, whose first event may come before the answer.
  useBatch.setState(({ batch }) => (batch?.state === 'running' || batch?.state === 'paused' ? {} : { batch: null }));
  const current = useBatch.getState().batch;
  const paid = paymentInput(payment, totalOf(lines), amount);
  const isAccepted = tendered !== null && accepted.includes(acceptedKey({ productCode: null, amount: tendered }));
  const allowed = isAccepted ? { allowCash: tendered } : {};
  const answer = await call('batches.create', {
    lines: inputsOf(lines),
    ...paid,
    ...allowed,
    ...approval,
    ...pageMode(),
  });
  if (answer.ok) {
    useBatchDraft.setState(empty);
    // What was added meanwhile stays, for the next list.
    useBatch.setState(({ text, bills }) => ({
      text: text.startsWith(sent.text) ? text.slice(sent.text.length).trimStart() : text,
      bills: bills.filter((id) => !sent.bills.includes(id)),
    }));
    receiveBatchAnswer(answer.value, current);
    void refreshOffers();
    return;
  }
  const { error } = answer;
  const { position, unlikely } = error;
  if (isApprovalError(error)) {
    const unapproved = { error, reason: approval.reason ?? '' };
    updateDraft({ phase: 'entry', allowed: new Map(), approval: {}, unapproved });
    return checkBatch();
  }
  if (position === undefined && error.reason === 'unlikely_cash' && unlikely) {
    // The same try goes on with the answer.
    return updateDraft({
      phase: 'pay',
      approval,
      question: { productCode: null, amount: unlikely.amount, usual: unlikely.known },
    });
  }
  updateDraft({
    phase: position === undefined ? 'pay' : 'entry',
    error: position === undefined ? error : null,
    problems: new Map(position === undefined ? [] : [[position, error]]),
  });
}

/**
 * Beside what is wrong with its text: no product was named, the name fits several, none is known yet, it is a bill, or nothing
 * says what it costs.
 */
type DraftFault = BatchTextFault | 'noProduct' | 'several' | 'unknown' | 'bill' | 'price';

/** A line of the list: the sale that it means, and what is wrong with it. */
export interface BatchLine {
  /** the price of a bill is its total now */
  draft: SaleDraft;
  /** of the text, or the position of a bill; both from 1 */
  line: number;
  /** the product as typed, of the line or of all */
  typed: string;
  /** words of the line that are no part of the sale */
  dropped: string;
  fault: DraftFault | null;
  /** of "twice": the earlier line */
  sameAs: number | null;
  /** the shop has set none for the product */
  isPriceTyped: boolean;
}

interface BatchList {
  text: string;
  /** of the lines that name none */
  product: string;
  /** typed for products without one, by their codes */
  prices: Readonly<Record<string, number | null>>;
  offers: readonly Offer[];
  bills: readonly Transaction[];
}

/** The bills, then the numbers of the text: together no more than a batch takes. */
export function batchLines({ text, product, prices, offers, bills }: BatchList): BatchLine[] {
  const collected = bills.map(({ id, productCode, productName, customerNo, total }, at): BatchLine => {
    const draft = { ...emptyDraft, product: { productCode, productName }, customerNo, price: total, bill: id };
    const fault = at < maxBatchLines ? null : 'many';
    return { draft, line: at + 1, typed: productCode, dropped: '', fault, sameAs: null, isPriceTyped: false };
  });
  const typedLines = readBatchText(text).map(({ line, customerNo, sameAs, ...read }, at): BatchLine => {
    const typed = (read.product ?? product).trim();
    const match = read.fault === null && typed !== '' ? matchOffer(offers, typed, customerNo) : null;
    const offer = match === 'several' ? null : match;
    const price = offer && (offer.sellingPrice ?? prices[offer.product.productCode] ?? null);
    const draft = { ...emptyDraft, product: offer?.product ?? null, customerNo, price };
    const isPriceTyped = offer !== null && offer.sellingPrice === null;
    const isTwoThings = read.fault === null && namesBrand(offers, read.dropped);
    const isTooMany = collected.length + at >= maxBatchLines;
    const fault = isTwoThings ? 'unclear' : (read.fault ?? (isTooMany ? 'many' : productFault(typed, match, price)));
    return { draft, line, typed, dropped: read.dropped, fault, sameAs, isPriceTyped };
  });
  return [...collected, ...typedLines];
}

function productFault(typed: string, match: Offer | 'several' | null, price: number | null): DraftFault | null {
  if (typed === '') return 'noProduct';
  if (match === 'several') return 'several';
  if (match === null) return 'unknown';
  if (kindOf(match.product) === 'bill') return 'bill';
  // NaN where what is typed is no amount.
  return price !== null && price > 0 ? null : 'price';
}

/**
 * What was sold last, for the lines without a product: offered only where it has a price and fits each of their numbers. A key takes
 * it; nothing takes it by itself.
 */
export function offeredProduct(
  lines: readonly BatchLine[],
  offers: readonly Offer[],
  sales: readonly Transaction[],
): Offer | null {
  const numbers = lines.flatMap(({ fault, draft }) => (fault === 'noProduct' ? [draft.customerNo] : []));
  const [last] = lastOf(sales.filter(({ kind }) => kind === 'prepaid'));
  const offer = offers.find(({ product }) => product.productCode === last?.productCode);
  if (numbers.length === 0 || !offer || offer.hidden || !offer.product.active || offer.sellingPrice === null)
    return null;
  const { product } = offer;
  const plan = currentNumberPlan();
  const isFit = numbers.every((number) => numberMismatch(product, number, plan) === null);
  return isFit ? offer : null;
}

/** The products of the list that have no price of their own, each once. */
export function unpriced(lines: readonly BatchLine[]): NonNullable<SaleDraft['product']>[] {
  const products = lines.flatMap(({ draft, isPriceTyped }) => (draft.product && isPriceTyped ? [draft.product] : []));
  return [...new Map(products.map((product) => [product.productCode, product])).values()];
}
