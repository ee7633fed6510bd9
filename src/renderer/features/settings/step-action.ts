import { createContext, useContext, useEffect, useId, useRef } from 'react';

/** What the one button of a set-up step does now. */
export interface StepAction {
  label: string;
  run: () => void;
  disabled: boolean;
}

export type SetStepAction = (id: string, action: StepAction | null) => void;

/** The step around a form; null: the form is not part of the set-up, and has a button of its own. */
export const StepContext = createContext<SetStepAction | null>(null);

/** Hands an action to the step's button; null: there is nothing to do here now. Answers whether there is such a button. */
export function useStepAction(action: StepAction | null): boolean {
  const set = useContext(StepContext);
  const id = useId();
  const run = useRef<StepAction['run'] | null>(null);
  useEffect(() => {
    run.current = action?.run ?? null;
  });
  const { label, disabled } = action ?? { label: null, disabled: false };
  useEffect(() => {
    if (label !== null) set?.(id, { label, disabled, run: () => run.current?.() });
    return () => set?.(id, null);
  }, [set, id, label, disabled]);
  return set !== null;
}
