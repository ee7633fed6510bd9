import type { TFunction } from 'i18next';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../shared/contract/errors.ts';
import type { PeopleState } from '../../../shared/contract/people.ts';
import { Button } from '../../ui/Button.tsx';
import { PinField } from '../../ui/Field.tsx';
import { errorWords } from '../../words/error-words.ts';
import { Keypad } from './Keypad.tsx';
import { signIn } from './sign-in.ts';
import { Tiles } from './Tiles.tsx';

interface Props {
  state: PeopleState;
  /** offered first */
  first: string;
  /** of a dialog around it: only then does the focus stay where it is put */
  ready?: boolean;
}

const longest = 12;
const shortest = 4;

/** A name and a PIN: with keys alone, or with fingers alone. */
export function SignInForm({ state: { people }, first, ready = true }: Props) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [chosen, setChosen] = useState(first);
  const [pin, setPin] = useState('');
  const [trying, setTrying] = useState(false);
  const [error, setError] = useState<KonterError | null>(null);
  const person = people.find(({ id }) => id === chosen) ?? people[0];
  useEffect(() => {
    if (ready) focusPin(form.current);
  }, [ready]);
  if (!person) return null;

  const choose = (id: string): void => {
    setChosen(id);
    setPin('');
    setError(null);
  };
  const type = (digit: string): void => setPin((typed) => (typed + digit).slice(0, longest));
  const go = async (): Promise<void> => {
    if (trying || pin.length < shortest) return;
    setTrying(true);
    const problem = await signIn(person.id, pin);
    setTrying(false);
    setPin('');
    setError(problem);
    focusPin(form.current);
  };
  const onArrow = (event: KeyboardEvent<HTMLInputElement>): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const at = people.findIndex(({ id }) => id === person.id);
    const next = people[(at + step + people.length) % people.length];
    if (next) choose(next.id);
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void go();
      }}
      className="flex min-h-0 gap-6"
    >
      <Tiles
        people={people}
        chosen={person.id}
        onChoose={choose}
        onDigit={(digit) => {
          type(digit);
          focusPin(form.current);
        }}
      />
      <div className="flex w-72 shrink-0 flex-col gap-3">
        <PinField
          label={t('people.signIn.pin', { name: person.name })}
          fault={whyNot(person, error, t)}
          value={pin}
          maxLength={longest}
          onKeyDown={onArrow}
          onChange={(event) => setPin(event.currentTarget.value.replace(/\D/g, '').slice(0, longest))}
        />
        <Keypad onDigit={type} onBack={() => setPin((typed) => typed.slice(0, -1))} />
        <Button type="submit" look="primary" large hotkey="Enter" disabled={trying || pin.length < shortest}>
          {t('people.signIn.go')}
        </Button>
      </div>
    </form>
  );
}

const focusPin = (form: HTMLFormElement | null): void =>
  form?.querySelector<HTMLInputElement>('input[type=password]')?.focus();

/** A lock is said before anything is typed. */
function whyNot(person: PeopleState['people'][number], error: KonterError | null, t: TFunction): string | null {
  const { name, waitMs } = person;
  if (waitMs > 0) return t('people.signIn.wait', { name, minutes: Math.ceil(waitMs / 60_000) });
  if (error === null) return null;
  return error.reason === 'wrong_pin' ? t('people.signIn.wrong', { name }) : (errorWords(t, error).lines[0] ?? null);
}
