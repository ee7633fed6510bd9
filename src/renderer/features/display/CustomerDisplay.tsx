import { useEffect, useState } from 'react';
import { groupCustomerNo } from '../../../shared/domain/customer-no.ts';
import { type DisplayResult, type DisplaySale, DisplayView } from '../../../shared/domain/display.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import type { Language } from '../../../shared/domain/preferences.ts';
import type { QrisToPay } from '../../../shared/domain/qris.ts';
import en from '../../i18n/en/customer-display.json';
import id from '../../i18n/id/customer-display.json';
import { paintTheme } from '../../state/settings.ts';
import type { Tone } from '../../state/toast.ts';
import { classes, toneSoft } from '../../ui/classes.ts';
import type { LucideIcon } from '../../ui/icon.tsx';
import { Check, GraduationCap, Send, TriangleAlert, Waves, X } from '../../ui/icons.tsx';
import { CircleHelp } from '../../ui/later-icons.tsx';
import { QrCode } from '../../ui/QrCode.tsx';

type Messages = typeof id.customerDisplay;

/** Both languages, and nothing else: the display's page has no t(), and each view names its language. */
const messagesOf: Readonly<Record<Language, Messages>> = { id: id.customerDisplay, en: en.customerDisplay };

/** The customer's view, as large as the space allows. */
export function CustomerDisplay({ view, preview = false }: { view: DisplayView; preview?: boolean }) {
  const messages = messagesOf[view.language];
  const Title = preview ? 'p' : 'h1';
  const Page = preview ? 'div' : 'main';
  return (
    <div className="customer-display h-full w-full">
      <Page
        lang={view.language}
        className={classes(
          'customer-display-page flex h-full flex-col bg-surface text-ink',
          view.training && 'training-frame',
        )}
      >
        {view.training ? (
          <p className="flex shrink-0 items-center justify-center gap-[0.5em] bg-training py-[0.4em] font-bold text-training-ink">
            <GraduationCap aria-hidden="true" className="size-[1.5em]" />
            {messages.training}
          </p>
        ) : null}
        {view.sale ? (
          <>
            <Title className="shrink-0 truncate border-b border-line px-[1.07em] py-[0.6em] text-[1.4em] font-semibold">
              {view.shop || 'Konter'}
            </Title>
            <SaleOnDisplay sale={view.sale} messages={messages} />
          </>
        ) : (
          <div className="flex min-h-0 flex-1 flex-col items-center justify-center gap-[0.5em] px-[2em] text-center">
            <Title className="text-[4.5em] leading-[1.15] font-bold text-balance break-words">
              {view.shop || 'Konter'}
            </Title>
            <p className="text-[2em] text-ink-soft">{messages.welcome}</p>
          </div>
        )}
      </Page>
    </div>
  );
}

const looks: Readonly<Record<DisplayResult, { tone: Tone; icon: LucideIcon }>> = {
  sending: { tone: 'pending', icon: Send },
  pending: { tone: 'pending', icon: Waves },
  success: { tone: 'success', icon: Check },
  partly: { tone: 'unknown', icon: TriangleAlert },
  failed: { tone: 'failed', icon: X },
  unsure: { tone: 'unknown', icon: TriangleAlert },
};

/** A failure says what the customer gets: the parts of the sum above, or that there is nothing to get. */
function leadOf({ result, handBack }: DisplaySale, { back }: Messages): { lead?: string } {
  if (result !== 'failed' && result !== 'partly') return {};
  if (handBack === undefined) return { lead: back.nothing };
  const { refund, change } = handBack;
  return {
    lead: change === 0 ? back.ask : `${back.refund} ${formatRupiah(refund)} + ${back.change} ${formatRupiah(change)}`,
  };
}

/** One sale: the number largest, then the money, then the result. */
function SaleOnDisplay({ sale, messages }: { sale: DisplaySale; messages: Messages }) {
  const {
    product,
    customerNo,
    customerName,
    total,
    payments,
    tendered,
    change,
    handBack,
    asking,
    result,
    qris,
    proof,
  } = sale;
  // As on the cashier's screen: "change" beside a failed sale would be taken for the refund.
  const wentWrong = result === 'failed' || result === 'partly' || result === 'unsure';
  return (
    <div className="customer-display-columns flex min-h-0 flex-1">
      {/* From the top on: the number stays where it is, whatever comes below it or beside it. */}
      <div
        className={classes(
          'flex min-w-0 flex-1 flex-col gap-[1.2em] px-[1.5em] py-[1em]',
          // Two payments are a line more, and with a name and a code beside them the question would be below the edge.
          payments.length > 1 && 'text-[0.86em]',
        )}
      >
        <div>
          <p className="min-h-[1.2em] text-[2em] leading-[1.2] font-semibold break-words">{product}</p>
          {customerNo ? (
            <p
              data-testid="display-number"
              className={classes(
                'font-mono leading-[1.15] font-bold break-words',
                customerNo.length > 16 ? 'text-[2.6em]' : 'text-[3.6em]',
              )}
            >
              {groupCustomerNo(customerNo)}
            </p>
          ) : null}
          {customerName ? <p className="text-[2em] font-semibold break-words">{customerName}</p> : null}
        </div>
        <Money {...{ messages, total, payments, tendered, change, handBack, wentWrong }} />
        <div className="min-h-[6em]">
          {asking && result === null ? (
            <Status tone="quiet" icon={CircleHelp} title={customerNo === null ? messages.askAmount : messages.ask} />
          ) : result === null ? null : (
            <Status {...looks[result]} {...messages.results[result]} {...leadOf(sale, messages)} />
          )}
        </div>
      </div>
      {qris ? <QrisOnDisplay qris={qris} messages={messages} /> : null}
      {proof ? (
        <figure className="flex shrink-0 flex-col items-center justify-center gap-[0.8em] p-[1.5em]">
          <QrCode text={proof} className="size-[18em]" />
          <figcaption className="text-[1.4em] font-semibold">{messages.proof}</figcaption>
        </figure>
      ) : null}
    </div>
  );
}

/** Whom the customer pays, as the code says it, and how much. */
function QrisOnDisplay({ qris, messages }: { qris: QrisToPay; messages: Messages }) {
  const { code, merchant, nmid, due, hasAmount, training } = qris;
  return (
    <figure
      data-testid="display-qris"
      className="flex shrink-0 flex-col items-center justify-center gap-[0.5em] p-[1.2em] text-center"
    >
      <p className="text-[1.6em] font-semibold">{messages.qris.scan}</p>
      <QrCode text={code} className="size-[20em]" />
      <figcaption className="max-w-[22em]">
        <p className="text-[1.6em] leading-[1.2] font-bold break-words">{merchant}</p>
        {nmid === null ? null : <p className="text-[1.1em] text-ink-soft">NMID {nmid}</p>}
        <p className="text-[2.8em] leading-[1.2] font-bold">{formatRupiah(due)}</p>
        {training || !hasAmount ? (
          <p
            className={classes(
              'text-[1.3em] font-semibold text-balance',
              training && 'rounded-key bg-training px-[0.5em] text-training-ink',
            )}
          >
            {messages.qris[training ? 'training' : 'type']}
          </p>
        ) : null}
      </figcaption>
    </figure>
  );
}

function Money({
  messages,
  total,
  payments,
  tendered,
  change,
  handBack,
  wentWrong,
}: { messages: Messages; wentWrong: boolean } & Pick<
  DisplaySale,
  'total' | 'payments' | 'tendered' | 'change' | 'handBack'
>) {
  const cash = payments.find(({ method }) => method === 'cash');
  const hasCash = payments.length === 0 || cash !== undefined;
  const rows = [
    { label: messages.total, amount: total, size: 'text-[2.6em]' },
    ...payments
      .filter((payment) => payment !== cash)
      .map(({ method, amount }) => ({ label: messages.methods[method], amount, size: 'text-[2.6em]' })),
    ...(hasCash ? [{ label: messages.tendered, amount: tendered ?? cash?.amount ?? null, size: 'text-[2.6em]' }] : []),
    // The row stays where it was, so that nothing above it moves: of a failure it has what the customer gets.
    ...(handBack
      ? [{ label: messages.back.sum, amount: handBack.sum, size: 'text-[3.4em]' }]
      : hasCash
        ? [{ label: messages.change, amount: wentWrong ? null : change, size: 'text-[3.4em]' }]
        : []),
  ];
  if (total === null && tendered === null) return null;
  return (
    <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-[1.5em] gap-y-[0.2em] border-t border-line pt-[0.8em]">
      {rows.map(({ label, amount, size }) => (
        <div key={label} className="contents">
          <dt className="text-[1.6em] text-ink-soft">{label}</dt>
          <dd className={classes('leading-[1.15] font-bold', size)}>
            {amount === null ? <NotYet /> : formatRupiah(amount)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Keeps the line as high as its amount will be, so that nothing moves when the amount comes. */
function NotYet() {
  return (
    <span aria-hidden="true" className="font-normal text-ink-soft">
      –
    </span>
  );
}

/** The result by shape, word and colour together. */
function Status({ tone, icon: Icon, title, lead }: { tone: Tone; icon: LucideIcon; title: string; lead?: string }) {
  return (
    <output
      className={classes(
        'flex items-center gap-[1em] rounded-box border border-transparent px-[1.2em] py-[0.7em]',
        toneSoft[tone],
      )}
    >
      <Icon aria-hidden="true" className="size-[3.6em] shrink-0" strokeWidth={2.5} />
      <div className="min-w-0">
        <p data-testid="display-result" className="text-[2.6em] leading-[1.15] font-bold">
          {title}
        </p>
        {lead === undefined ? null : <p className="text-[1.5em]">{lead}</p>}
      </div>
    </output>
  );
}

/** The customer's display: it shows the views that main sends and can call nothing. Blank until the first view. */
export function DisplayPage() {
  const [view, setView] = useState<DisplayView | null>(null);
  useEffect(
    () =>
      window.konterDisplay?.subscribe((input) => {
        // A view that cannot be read clears the screen.
        setView(DisplayView.safeParse(input).data ?? null);
      }),
    [],
  );
  const theme = view?.theme ?? 'system';
  const language = view?.language ?? 'id';
  const shop = view?.shop ?? '';
  useEffect(() => {
    const machineIsDark = window.matchMedia('(prefers-color-scheme: dark)');
    const paint = (): void => paintTheme(theme, machineIsDark.matches);
    paint();
    machineIsDark.addEventListener('change', paint);
    return () => machineIsDark.removeEventListener('change', paint);
  }, [theme]);
  useEffect(() => {
    document.documentElement.lang = language;
    document.title = shop === '' ? 'Konter' : shop;
  }, [language, shop]);
  return view ? <CustomerDisplay view={view} /> : null;
}
