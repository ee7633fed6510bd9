import { TypedAheadText, typeAheadElsewhere, useStrayCharacters } from '../features/checkout/index.ts';
import { focusSearch, searchFieldId } from '../features/receipts/filter.ts';
import { useRouter } from '../state/router.ts';

/**
 * What is typed or scanned on another screen, where no field has the caret. The receipts search for it; elsewhere the next sale begins
 * with it. The set-up of a shop is left by its own buttons only.
 */
export function TypedElsewhere() {
  const isOn = useRouter(({ route }) => route !== 'sell' && route !== 'bills' && route !== 'setup');
  useStrayCharacters(isOn, type);
  return isOn ? <TypedAheadText isOver={false} /> : null;
}

/** @returns whether the character goes on to the field that has the caret now */
function type(character: string): boolean {
  if (document.getElementById(searchFieldId) === null) return typeAheadElsewhere(character);
  focusSearch();
  return true;
}
