import { useRef } from 'react';

/** A change of the mailbox is sent again once a person has agreed to leave the results that are awaited in the present one. */
export function useLeaveOrders() {
  const agreed = useRef(false);
  return {
    change: (): { leaveOrders?: true } => (agreed.current ? { leaveOrders: true } : {}),
    async submit(send: () => Promise<void>): Promise<void> {
      agreed.current = true;
      await send();
      agreed.current = false;
    },
  };
}
