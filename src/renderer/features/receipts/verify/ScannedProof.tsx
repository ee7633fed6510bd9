import { closeScannedProof, useRouter } from '../../../state/router.ts';
import { VerifyDialog } from './VerifyDialog.tsx';

/** Verifies a proof that was scanned into the entry field. */
export default function ScannedProof() {
  const text = useRouter((state) => state.scannedProof);
  return text === null ? null : <VerifyDialog key={text} scanned={text} onClose={closeScannedProof} />;
}
