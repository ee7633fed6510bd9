import { useTranslation } from 'react-i18next';
import type { ReportCash } from '../../../shared/domain/sales-report.ts';
import { call } from '../../host/call.ts';
import { AskPin } from './AskPin.tsx';
import type { Days } from './period.ts';

interface Props {
  days: Days;
  onSeen: (cash: ReportCash | null) => void;
  onClose: () => void;
}

/** Shows the supervisor what these days' sales left in the drawer, as it is now. */
export function PeekCash({ days, onSeen, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <AskPin
      lead={t('books.pin.lead')}
      onClose={onClose}
      ask={async (pin) => {
        const answer = await call('books.range', { ...days, by: 'day', limit: 1, pin });
        if (!answer.ok) return answer.error;
        onSeen(answer.value.total.cash);
        return null;
      }}
    />
  );
}
