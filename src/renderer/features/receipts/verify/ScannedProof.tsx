import { closeScannedProof, usePlaces } from '../../../state/places.ts';
import { VerifyDialog } from './VerifyDialog.tsx';

/** Verifies a proof that was scanned into the entry field. */
export default function ScannedProof() {
  const text = usePlaces((state) => state.scannedProof);
  return text === null ? null : <VerifyDialog key={text} scanned={text} onClose={closeScannedProof} />;
}
