import { errorWords } from '../../../src/renderer/i18n/i18n.ts';
import { useTranslation } from '../../../src/renderer/i18n/translation.ts';
import { Button } from '../../../src/renderer/ui/Button.tsx';
import { Inbox } from '../../../src/renderer/ui/icons.tsx';
import { EmptyState, Notice, Skeleton } from '../../../src/renderer/ui/Notice.tsx';
import { errorCodes } from '../../../src/shared/contract/errors.ts';
import { Row } from './Row.tsx';
import { tones } from './tones.ts';

export function NoticesPart() {
  const { t } = useTranslation();
  return (
    <>
      {tones.map((tone) => (
        <Notice key={tone} tone={tone} title={tone} lines={[t('common.notifications'), t('common.close')]} />
      ))}
      <Notice compact tone="pending" title={t('common.notifications')} lines={[t('common.close')]}>
        <div className="pt-2">
          <Button>{t('common.retry')}</Button>
        </div>
      </Notice>
      <Row name="errors">
        {errorCodes.map((code) => (
          <Notice key={code} compact tone="failed" className="w-full" {...errorWords(t, { code, message: '' })} />
        ))}
      </Row>
      <Row name="empty, waiting">
        <div className="h-60 w-80 rounded-box border border-line">
          <EmptyState icon={Inbox} title={t('common.notifications')} lead={t('common.close')}>
            <Button look="primary">{t('common.retry')}</Button>
          </EmptyState>
        </div>
        <Skeleton className="h-60 w-80" />
      </Row>
    </>
  );
}
