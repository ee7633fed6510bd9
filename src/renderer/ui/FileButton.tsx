import { useId, useRef } from 'react';
import { Button } from './Button.tsx';

interface Props {
  /** of the button */
  label: string;
  /** of the field; left out: the button's label is the field's too */
  id?: string;
  /** as the input element names types */
  accept: string;
  onFile: (file: File) => void;
  disabled?: boolean;
}

/** A button that lets a person pick a file of this machine. */
export function FileButton({ label, id, accept, onFile, disabled = false }: Props) {
  const own = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      {id === undefined ? (
        <label htmlFor={own} className="sr-only">
          {label}
        </label>
      ) : null}
      <input
        ref={input}
        id={id ?? own}
        type="file"
        accept={accept}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const [picked] = event.currentTarget.files ?? [];
          // The same file can be picked again.
          event.currentTarget.value = '';
          if (picked) onFile(picked);
        }}
      />
      <Button disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
