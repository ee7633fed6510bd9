import { useTranslation } from 'react-i18next';
import type { lengthDoubt } from '../../../../shared/domain/entry/usual-length.ts';
import { Notice } from '../../../ui/Notice.tsx';

/** A number of unusual length, said once more before it is sent. It keeps nobody from sending: the interface knows no lengths. */
export function LengthDoubt({ doubt }: { doubt: NonNullable<ReturnType<typeof lengthDoubt>> }) {
  const { t } = useTranslation();
  return (
    <Notice
      tone="unknown"
      compact
      title={t('entry.lengthAsk.title', { ...doubt })}
      lines={[t('entry.lengthAsk.why'), t('entry.lengthAsk.do')]}
    />
  );
}
