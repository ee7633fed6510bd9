import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../../shared/contract/errors.ts';
import type { Terminals } from '../../../../shared/contract/proofs.ts';
import { call } from '../../../host/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/Field.tsx';

interface Props {
  hasPin: boolean;
  /** whether it was added */
  onAdded: (told: Result<Terminals>) => boolean;
}

const empty = { key: '', name: '', pin: '' };

/** Believes another counter of the shop from now on. */
export function AddTerminal({ hasPin, onAdded }: Props) {
  const { t } = useTranslation();
  const [form, setForm] = useState(empty);
  const type = (part: Partial<typeof empty>): void => setForm((before) => ({ ...before, ...part }));
  const add = async (): Promise<void> => {
    const { key, name, pin } = form;
    const given = { key: key.slice(0, 200), name: name.trim(), ...(pin === '' ? {} : { pin }) };
    const told = await call('proof.addTerminal', given);
    if (onAdded(told)) setForm(empty);
    else type({ pin: '' });
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <TextField
        label={t('proof.terminals.key')}
        hint={t('proof.terminals.keyHint')}
        value={form.key}
        onChange={(event) => type({ key: event.currentTarget.value })}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label={t('proof.terminals.name')}
          maxLength={80}
          value={form.name}
          onChange={(event) => type({ name: event.currentTarget.value })}
        />
        {hasPin ? (
          <TextField
            label={t('proof.terminals.pin')}
            type="password"
            inputMode="numeric"
            value={form.pin}
            onChange={(event) => type({ pin: event.currentTarget.value })}
          />
        ) : null}
      </div>
      <Button type="submit" className="self-start" disabled={form.key.trim() === '' || form.name.trim() === ''}>
        {t('proof.terminals.add')}
      </Button>
    </form>
  );
}
