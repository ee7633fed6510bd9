import { useState } from 'react';
import { Pin, Reason } from '../../../../shared/contract/inputs.ts';
import { usePeople } from '../../../state/people.ts';

export interface OverrideDraft {
  /** only where people are set up */
  asked: boolean;
  reason: string;
  pin: string;
  bad: boolean;
  setReason: (reason: string) => void;
  setPin: (pin: string) => void;
  /** what goes with the override; null: the reason is still missing, and is asked for */
  take: () => { reason?: string; pin?: string } | null;
}

/** The reason of an override while it is typed. */
export function useOverride(): OverrideDraft {
  const asked = usePeople(({ state }) => state?.exist ?? false);
  const [reason, setReason] = useState('');
  const [pin, setPin] = useState('');
  const [bad, setBad] = useState(false);
  return {
    asked,
    reason,
    pin,
    bad,
    setReason,
    setPin,
    take() {
      if (!asked) return {};
      const read = Reason.safeParse(reason);
      setBad(!read.success);
      if (!read.success) return null;
      return { reason: read.data, ...(Pin.safeParse(pin).success ? { pin } : {}) };
    },
  };
}
