/** User IDs by case-folded alert word. Complete once loaded; replaced as a whole when any user's words change. */
export class AlertWords extends Map<string, Set<number>> {
  #lengths: readonly number[] | undefined

  /** The lengths of the words, in ascending order. */
  get lengths(): readonly number[] {
    this.#lengths ??= [...new Set([...this.keys()].map((word) => word.length))].sort((a, b) => a - b)
    return this.#lengths
  }
}
