import type { TFunction } from 'i18next';
import type { KonterError } from '../../shared/contract/errors.ts';
import { hasMessage } from './i18n.ts';

export interface ErrorWords {
  title: string;
  /** why, the provider's message, what to do */
  lines: string[];
}

/** An error in the shop's language: first the money, then why (its reason, where it has one), then what to do. */
export function errorWords(t: TFunction, error: KonterError): ErrorWords {
  const { code, reason, providerMessage, cutOff, counter } = error;
  return {
    title: hasMessage(t, 'reasonTitles', reason) ? t(`reasonTitles.${reason}`) : t(`errors.${code}.title`),
    lines: [
      hasMessage(t, 'reasons', reason) ? t(`reasons.${reason}`) : t(`errors.${code}.why`),
      ...(counter ? [t('errorParts.atCounter', { counter: counter.name })] : []),
      ...(cutOff
        ? [
            t('errorParts.cutOffWindow', {
              start: cutOff.start.slice(0, 5),
              end: cutOff.end.slice(0, 5),
              zone: cutOff.timeZone,
            }),
          ]
        : []),
      ...(providerMessage ? [t('outcome.providerSays', { message: providerMessage })] : []),
      hasMessage(t, 'reasonDo', reason) ? t(`reasonDo.${reason}`) : t(`errors.${code}.do`),
    ],
  };
}
