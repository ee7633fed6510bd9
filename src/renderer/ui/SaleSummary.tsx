import { groupCustomerNo } from '../../shared/domain/customer-no.ts';
import { formatRupiah } from '../../shared/domain/money.ts';
import { isRefusedInquiry, type Transaction, type TransactionState } from '../../shared/domain/transaction.ts';
import { shortWhen } from '../i18n/time-text.ts';
import { useTranslation } from '../i18n/translation.ts';
import { useNow } from '../state/clock.ts';
import { useSale } from '../state/sales.ts';
import { useShopZone } from '../state/settings.ts';
import type { Tone } from '../state/toast.ts';
import { classes, stateLook, toneSoft } from './classes.ts';
import type { LucideIcon } from './icon.tsx';
import { CircleDashed } from './icons.tsx';

/** Another sale, in two lines; its state stays current. */
export function SaleSummary({ sale: snapshot }: { sale: Transaction }) {
  const sale = useSale(snapshot.id) ?? snapshot;
  const zone = useShopZone();
  const now = useNow();
  return (
    <div className="flex items-center justify-between gap-4 rounded-box border border-line bg-canvas p-3">
      <div className="min-w-0">
        <p className="truncate font-semibold">{sale.productName ?? sale.productCode}</p>
        <p className="font-mono">{groupCustomerNo(sale.customerNo)}</p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1">
        <StateBadge state={sale.state} />
        <p className="text-small">
          {shortWhen(sale.sentAt ?? sale.createdAt, now, zone)}{' '}
          {sale.total === null ? '' : `· ${formatRupiah(sale.total)}`}
        </p>
      </div>
    </div>
  );
}

/** How a sale stands; a bill that was not found is no failed sale. */
export function SaleBadge({ sale, className }: { sale: Transaction; className?: string }) {
  const { t } = useTranslation();
  if (!isRefusedInquiry(sale)) return <StateBadge state={sale.state} {...(className ? { className } : {})} />;
  return <Badge tone="quiet" icon={CircleDashed} text={t('receipts.notFound')} className={className} />;
}

/** A sale's state by shape, word and colour. */
export function StateBadge({ state, className }: { state: TransactionState; className?: string }) {
  const { t } = useTranslation();
  const { tone, icon } = stateLook[state];
  return <Badge tone={tone} icon={icon} text={t(`states.${state}`)} className={className} />;
}

interface BadgeProps {
  tone: Tone;
  icon: LucideIcon;
  text: string;
  className?: string | undefined;
}

/** A state of anything: its shape, its word and its colour. */
export function Badge({ tone, icon: Icon, text, className }: BadgeProps) {
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1.5 rounded-key px-2 py-0.5 text-small font-semibold whitespace-nowrap',
        toneSoft[tone],
        className,
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={2.75} />
      {text}
    </span>
  );
}
