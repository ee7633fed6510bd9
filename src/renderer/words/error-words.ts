import type { TFunction } from 'i18next';
import type { KonterError } from '../../shared/contract/errors.ts';
import { hasWord } from '../i18n/has-word.ts';
import type { reasonDo } from '../i18n/id/reason-do.ts';
import type { reasons, reasonTitles } from '../i18n/id/reasons.ts';

export interface ErrorWords {
  title: string;
  /** why, what the provider said, what to do */
  lines: string[];
}

interface Groups {
  reasons: typeof reasons;
  reasonTitles: typeof reasonTitles;
  reasonDo: typeof reasonDo;
}

const has = <G extends keyof Groups>(
  t: TFunction,
  group: G,
  name: string | undefined,
): name is Extract<keyof Groups[G], string> => name !== undefined && hasWord(t, `${group}.${name}`);

/** An error in the shop's language: first the money, then why (its reason, where it has one), then what to do. */
export function errorWords(t: TFunction, error: KonterError): ErrorWords {
  const { code, reason, providerMessage, cutOff } = error;
  return {
    title: has(t, 'reasonTitles', reason) ? t(`reasonTitles.${reason}`) : t(`errors.${code}.title`),
    lines: [
      has(t, 'reasons', reason) ? t(`reasons.${reason}`) : t(`errors.${code}.why`),
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
      has(t, 'reasonDo', reason) ? t(`reasonDo.${reason}`) : t(`errors.${code}.do`),
    ],
  };
}
