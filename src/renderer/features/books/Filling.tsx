import { useTranslation } from 'react-i18next';
import { groupThousands } from '../../../shared/domain/money.ts';
import { plural } from '../../i18n/i18n.ts';
import { Notice } from '../../ui/Notice.tsx';

/** Says that the sums of an older database are still being made, and hold less than was sold. */
export function Filling({ done, total }: { done: number; total: number }) {
  const { t } = useTranslation();
  return (
    <Notice
      tone="pending"
      live="status"
      compact
      title={t('books.filling.title')}
      lines={[t('books.filling.why', { done: groupThousands(done), ...plural(total) })]}
    />
  );
}
