import { VerifyDialog } from '../../receipts/verify/VerifyDialog.tsx';
import { closeScannedProof, useScannedProof } from './open-found.ts';

/** A proof that was scanned into the one field, verified at once. */
export default function ScannedProof() {
  const text = useScannedProof((state) => state.text);
  return text === null ? null : <VerifyDialog key={text} scanned={text} onClose={closeScannedProof} />;
}
