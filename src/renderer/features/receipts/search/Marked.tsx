import type { Mark } from '../../../../shared/domain/search/matching.ts';
import { groupedPiece, markLook, piecesOf } from './pieces.ts';

interface Props {
  text: string;
  field: Mark['field'];
  marks: readonly Mark[];
  /** a number in groups of four */
  grouped?: boolean;
}

/** A field of a sale, with what the search met marked in it. */
export function Marked({ text, field, marks, grouped = false }: Props) {
  const pieces = piecesOf(
    text,
    marks.filter((mark) => mark.field === field),
  );
  return (
    <>
      {pieces.map((piece) => {
        const shown = grouped ? groupedPiece(piece) : piece.text;
        return piece.met ? (
          <mark key={piece.at} className={markLook}>
            {shown}
          </mark>
        ) : (
          <span key={piece.at}>{shown}</span>
        );
      })}
    </>
  );
}
