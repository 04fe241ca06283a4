/** A list with one entry moved up or down. */
export function moveEntry<T>(list: readonly T[], index: number, step: number): T[] {
  const next = [...list]
  const [entry] = next.splice(index, 1)
  if (entry !== undefined) next.splice(index + step, 0, entry)
  return next
}
