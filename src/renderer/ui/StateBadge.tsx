import { useTranslation } from 'react-i18next';
import type { TransactionState } from '../../shared/domain/transaction.ts';
import { classes } from './classes.ts';
import { stateLook, toneSoft } from './state-look.ts';

/** A sale's state by shape, word and colour. */
export function StateBadge({ state, className }: { state: TransactionState; className?: string }) {
  const { t } = useTranslation();
  const { tone, icon: Icon } = stateLook[state];
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1.5 rounded-key px-2 py-0.5 text-small font-semibold whitespace-nowrap',
        toneSoft[tone],
        className,
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={2.75} />
      {t(`states.${state}`)}
    </span>
  );
}
