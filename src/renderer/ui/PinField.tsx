import type { ComponentProps } from 'react';
import { inputLook } from './classes.ts';
import { Field } from './Field.tsx';

interface Props extends ComponentProps<'input'> {
  label: string;
  fault?: string | null;
  /** no line is kept for words below */
  bare?: boolean;
}

/** A PIN: never shown, never kept by the browser. */
export function PinField({ label, fault, bare = false, ...input }: Props) {
  return (
    <Field label={label} fault={fault} bare={bare}>
      {(ids) => (
        <input {...input} {...ids} type="password" inputMode="numeric" autoComplete="off" className={inputLook} />
      )}
    </Field>
  );
}
