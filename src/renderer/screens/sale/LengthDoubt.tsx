import { useTranslation } from 'react-i18next';
import { lengthDoubt } from '../../../shared/domain/entry/usual-length.ts';
import type { ProductKind } from '../../../shared/domain/product-kind.ts';
import { Notice } from '../../design/Notice.tsx';

/** A number of unusual length, said once more before it is sent. It keeps nobody from sending: the interface knows no lengths. */
export function LengthDoubt({ customerNo, kind }: { customerNo: string; kind: ProductKind }) {
  const { t } = useTranslation();
  const doubt = lengthDoubt(customerNo, kind);
  if (!doubt) return null;
  return (
    <Notice
      tone="unknown"
      compact
      title={t('entry.lengthAsk.title', { ...doubt })}
      lines={[t('entry.lengthAsk.why'), t('entry.lengthAsk.do')]}
    />
  );
}
