import type { KonterError } from '../../../shared/contract/errors.ts';
import { errorWords } from '../../i18n/i18n.ts';
import { type TFunction, useTranslation } from '../../i18n/translation.ts';
import { useNumberPad } from '../../state/keys.ts';
import { useOffers } from '../../state/offers.ts';
import { useStatus } from '../../state/status.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { deferred } from '../../ui/deferred.tsx';
import { PackageSearch, ReceiptText } from '../../ui/icons.tsx';
import { EmptyState, ErrorNotice, Notice, Skeleton } from '../../ui/Notice.tsx';
import { NumberPad } from '../../ui/NumberPad.tsx';
import { type CheckoutKind, checkoutRules } from './checkout-rules.ts';
import { isHeldError } from './claim.ts';
import { typeEntry } from './entry-amounts.ts';
import { submitEntry } from './entry-controller.ts';
import { type EntryOptions, isListed } from './entry-options.ts';
import type { EntryView } from './entry-view.ts';
import { OptionList } from './OptionList.tsx';

const BillDetails = deferred(async () => (await import('./BillDetails.tsx')).BillDetails);
const PriceChanged = deferred(async () => (await import('./BillDetails.tsx')).PriceChanged);

interface ListProps {
  view: EntryView;
  listId: string;
  options: EntryOptions;
  activeId: string | null;
  onSelect: (id: string) => void;
}

interface Props extends ListProps {
  onText: (text: string) => void;
}

/** Below the entry field: the options, or the bill; with the number pad beside it where fingers sell. */
export function EntryPanel({ onText, ...list }: Props) {
  const isPadShown = useNumberPad((state) => state.isShown);
  const { kind, text } = list.view.checkout;
  const Panel = panels[kind];
  return (
    <div className={classes('relative flex flex-1 gap-2', isPadShown ? 'min-h-47' : 'min-h-30')}>
      <div className="relative min-h-0 min-w-0 flex-1">
        <Panel {...list} />
      </div>
      {isPadShown ? (
        <NumberPad text={text} onText={onText} className="h-full max-h-80 w-60 overflow-y-auto zoomed:h-auto" />
      ) : null}
    </div>
  );
}

/** What another counter has is asked in a dialog. */
const panelError = ({ checkout: { error } }: EntryView): KonterError | null => (isHeldError(error) ? null : error);

/** An error covers the end of the list, so that no card moves. */
function OrderPanel(props: ListProps) {
  const error = panelError(props.view);
  return (
    <>
      <Options {...props} />
      {error ? (
        <div className="absolute inset-x-0 bottom-0">
          <ErrorNotice error={error} />
        </div>
      ) : null}
    </>
  );
}

function BillPanel(props: ListProps) {
  const { t } = useTranslation();
  const { checkout, bill } = props.view;
  const { draft, phase } = checkout;
  const error = panelError(props.view);
  if (phase === 'entry' && draft.bill === null && !error) return <Options {...props} />;
  return (
    // Long bills scroll; the arrows belong to the cash.
    <div id={props.listId} tabIndex={0} className="h-full overflow-y-auto">
      {phase === 'inquiry' ? (
        <output aria-label={t('bills.lookingUp')} className="flex flex-col gap-3 pt-1">
          <Skeleton className="h-9 w-2/3" />
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </output>
      ) : error?.code === 'price_changed' && bill ? (
        <PriceChanged bill={bill} error={error} />
      ) : error ? (
        <Notice
          tone={error.code === 'inquiry_expired' ? 'unknown' : 'failed'}
          live="alert"
          {...inquiryWords(t, error)}
        />
      ) : bill ? (
        <BillDetails bill={bill} />
      ) : null}
    </div>
  );
}

/** An inquiry takes no money: what is refused is said first, and that nothing is paid. */
function inquiryWords(t: TFunction, error: KonterError) {
  const { code, providerMessage } = error;
  if (code !== 'provider_refused') return errorWords(t, error);
  const says = providerMessage ? [t('outcome.providerSays', { message: providerMessage })] : [];
  return { title: t('bills.refused.title'), lines: [...says, t('bills.refused.do')] };
}

const panels = { order: OrderPanel, bill: BillPanel } as const;

function Options({ view, listId, options, activeId, onSelect }: ListProps) {
  const offers = useOffers((state) => state.offers);
  const { kind } = view.checkout;
  if (offers === null) return <OptionsSkeleton listId={listId} />;
  if (!offers.some(({ product }) => isListed(kind, product))) return <NoProducts kind={kind} listId={listId} />;
  return (
    <OptionList
      listId={listId}
      kind={kind}
      {...options}
      activeId={activeId}
      selectedCode={view.productCode}
      onSelect={onSelect}
    />
  );
}

const examples = {
  order: { icon: PackageSearch, code: 'TSEL10', number: '081234567890' },
  bill: { icon: ReceiptText, code: 'PLNPOST', number: '530000000001' },
} as const;

/** A counter that has sold nothing of this kind yet; in training an example is one press away. */
function NoProducts({ kind, listId }: { kind: CheckoutKind; listId: string }) {
  const { t } = useTranslation();
  const isTraining = useStatus((state) => state.status?.mode === 'training');
  const { screen } = checkoutRules[kind];
  const { icon, code, number } = examples[kind];
  const tryExample = (): void => {
    typeEntry(kind, `${code}.${number}`);
    void submitEntry(kind);
  };
  return (
    <div id={listId} className="h-full overflow-y-auto">
      <EmptyState icon={icon} title={t(`${screen}.empty.title`)} lead={t(`${screen}.empty.do`)}>
        {isTraining ? <Button onClick={tryExample}>{t(`${screen}.empty.example`, { code, number })}</Button> : null}
      </EmptyState>
    </div>
  );
}

function OptionsSkeleton({ listId }: { listId: string }) {
  const { t } = useTranslation();
  return (
    <output
      id={listId}
      aria-label={t('common.loading')}
      className="grid h-full grid-cols-3 content-start gap-2 overflow-hidden"
    >
      {['a', 'b', 'c', 'd', 'e', 'f'].map((name) => (
        <Skeleton key={name} className="h-16" />
      ))}
    </output>
  );
}
