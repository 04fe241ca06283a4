import type { Scope } from '../session.ts'
import type { Node } from '../tree.ts'
import type { Piece } from './piece.ts'

/**
 * One kind of construct, searched for in the whole text of a block. `later` hands the text inside a match to
 * the passes that come after this one.
 */
export interface Pass {
  /** Without one of these characters there is nothing to find. */
  trigger?: RegExp
  apply(piece: Piece, scope: Scope, later: (inner: Piece) => Node[]): Piece
}
