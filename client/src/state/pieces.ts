import type { InitialState, StatePieces } from '@loquat/contract'

/** Parts of large lists, as they came with an initial state, by hash. */
export type KnownPieces = ReadonlyMap<string, readonly unknown[]>

/** Options of a register call that leave out what the client has. */
export const resumeOptions = (known: KnownPieces, { presences, presence_last_update_id }: InitialState) => ({
  known_pieces: [...known.keys()],
  member_ranges: true,
  ...(known.size === 0 || presences === undefined || presence_last_update_id === undefined
    ? {}
    : { presence_last_update_id }),
})

/** Completes an initial state with the pieces and presences that were left out. `known` is undefined if nothing was. */
export function assemble(
  { pieces = {}, ...rest }: InitialState & { pieces?: StatePieces | undefined },
  known: KnownPieces | undefined,
  before: InitialState,
): { state: InitialState; pieces: KnownPieces | undefined } {
  if (known === undefined) return { state: rest, pieces: undefined }
  const current = new Map<string, readonly unknown[]>()
  const listOf = (list: readonly { hash: string; items?: unknown[] | undefined }[]) =>
    list.flatMap(({ hash, items = known.get(hash) }) => {
      if (items === undefined) throw new Error(`The server left out the piece ${hash}, which is unknown.`)
      current.set(hash, items)
      return items
    })
  const lists = Object.fromEntries(
    Object.entries(pieces).map(([name, list]) => {
      const items = listOf(list)
      return [name, name === 'realm_user_groups' ? items.map(withMembers) : items]
    }),
  )
  const presences =
    known.size === 0 || rest.presences === undefined ? {} : { presences: merged(before, rest.presences) }
  return { state: { ...rest, ...lists, ...presences }, pieces: current }
}

type GroupPiece = { members?: number[]; member_ranges?: [first: number, last: number][] }

/** Pieces are kept as they came. */
function withMembers(item: unknown): unknown {
  const { member_ranges: ranges, ...group } = item as GroupPiece
  if (ranges === undefined) return item
  const idsIn = ([first, last]: [number, number]) =>
    Array.from({ length: last - first + 1 }, (_, n) => first + n)
  return { ...group, members: ranges.flatMap(idsIn) }
}

const merged = ({ presences }: InitialState, changed: NonNullable<InitialState['presences']>) => ({
  ...presences,
  ...changed,
})
