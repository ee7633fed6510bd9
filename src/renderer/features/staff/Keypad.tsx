import { Delete } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

interface Props {
  onDigit: (digit: string) => void;
  onBack: () => void;
}

/** Digits for fingers. Whoever has keys never comes past it with Tab. */
export function Keypad({ onDigit, onBack }: Props) {
  const { t } = useTranslation();
  return (
    <fieldset className="grid grid-cols-3 gap-2">
      <legend className="sr-only">{t('people.signIn.keypad')}</legend>
      {digits.map((digit) => (
        <Key key={digit} digit={digit} onDigit={onDigit} />
      ))}
      <span />
      <Key digit="0" onDigit={onDigit} />
      <Button tabIndex={-1} aria-label={t('people.signIn.back')} onClick={onBack} className="min-h-14">
        <Delete aria-hidden="true" className="size-6" />
      </Button>
    </fieldset>
  );
}

function Key({ digit, onDigit }: { digit: string; onDigit: (digit: string) => void }) {
  return (
    <Button tabIndex={-1} large onClick={() => onDigit(digit)}>
      {digit}
    </Button>
  );
}
