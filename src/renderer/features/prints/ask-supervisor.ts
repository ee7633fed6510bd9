import { create } from 'zustand';
import type { KonterError } from '../../../shared/contract/errors.ts';

/** What was refused for want of a supervisor, done once more with the PIN; answers the error, or null when it is done. */
type WithPin = (given: { pin: string; reason?: string }) => Promise<KonterError | null>;

interface AskSupervisor {
  asking: { go: WithPin; error: KonterError | null } | null;
}

export const useAskSupervisor = create<AskSupervisor>(() => ({ asking: null }));

/** Opens the question for the supervisor's PIN: one copy more than the owner allows. */
export const askSupervisor = (go: WithPin): void => useAskSupervisor.setState({ asking: { go, error: null } });

export const stopAsking = (): void => useAskSupervisor.setState({ asking: null });

/** The supervisor typed the PIN: what was asked for is done, or why not is said in the question. */
export async function answerPin(pin: string, reason?: string): Promise<void> {
  const { asking } = useAskSupervisor.getState();
  if (asking === null) return;
  const error = await asking.go({ pin, ...(reason === undefined ? {} : { reason }) });
  // Put away meanwhile, it stays away.
  useAskSupervisor.setState((now) =>
    now.asking?.go === asking.go ? { asking: error === null ? null : { ...asking, error } } : now,
  );
}
