import type { TFunction } from 'i18next';
import type { KonterError } from '../../shared/contract/errors.ts';
import { reasons } from '../i18n/id/errors.ts';

export interface ErrorWords {
  title: string;
  /** why, what the provider said, what to do */
  lines: string[];
}

type Reason = keyof typeof reasons;
const isReason = (text: string): text is Reason => Object.hasOwn(reasons, text);

/** An error in the shop's language: first the money, then why (its reason, where it has one), then what to do. */
export function errorWords(t: TFunction, error: KonterError): ErrorWords {
  const { code, reason, providerMessage, cutOff } = error;
  return {
    title: t(`errors.${code}.title`),
    lines: [
      reason !== undefined && isReason(reason) ? t(`reasons.${reason}`) : t(`errors.${code}.why`),
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
      t(`errors.${code}.do`),
    ],
  };
}
