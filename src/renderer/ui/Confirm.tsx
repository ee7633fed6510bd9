import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import { Dialog, DialogFooter } from './Dialog.tsx';

interface Props {
  title: string;
  lead: string;
  /** the careful way out; it has the focus once the dialog has settled */
  stop: string;
  /** the action that continues; null when there is none */
  go: { label: string; run: () => void; danger?: boolean; hotkey?: string } | null;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks before something that cannot be taken back. Enter means the careful way; the other is Tab away. */
export function Confirm({ title, lead, stop, go, onClose, children }: Props) {
  const keys = go?.hotkey ? [{ key: go.hotkey, label: go.label, run: go.run }] : [];
  return (
    <Dialog title={title} lead={lead} onClose={onClose} keys={keys}>
      {(settled) => (
        <>
          {children}
          <DialogFooter reverse>
            <Ways {...{ stop, go, onClose, settled }} />
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}

function Ways({ stop, go, onClose, settled }: Pick<Props, 'stop' | 'go' | 'onClose'> & { settled: boolean }) {
  const careful = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (settled) careful.current?.focus();
  }, [settled]);
  return (
    <>
      <Button ref={careful} look="primary" disabled={!settled} onClick={onClose}>
        {stop}
      </Button>
      {go ? (
        <Button
          look={go.danger === false ? 'plain' : 'danger'}
          disabled={!settled}
          onClick={go.run}
          {...(go.hotkey ? { hotkey: go.hotkey } : {})}
        >
          {go.label}
        </Button>
      ) : null}
    </>
  );
}
