import type { Scope } from '../session.ts'
import type { Node } from '../tree.ts'
import type { Piece } from './piece.ts'

/**
 * One kind of construct, searched for in the whole text of a block. `later` passes the text inside a match to the
 * following passes.
 */
export interface Pass {
  /** The pass is skipped for text without any of these characters. */
  trigger?: RegExp
  apply(piece: Piece, scope: Scope, later: (inner: Piece) => Node[]): Piece
}
