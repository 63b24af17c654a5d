import type { Piece } from './pieces.ts';

/** Pieces of two texts, as one text with its insertions and deletions. */
export function Pieces({ pieces }: { readonly pieces: readonly Piece[] }) {
  return (
    <>
      {pieces.map(({ kind, text }, index) => {
        if (kind === 'same') return text;
        return kind === 'inserted' ? <ins key={index}>{text}</ins> : <del key={index}>{text}</del>;
      })}
    </>
  );
}
