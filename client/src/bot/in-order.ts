/** Does tasks of one key after each other, in the order in which they came; keys do not wait for each other. */
export class InOrder {
  readonly #last = new Map<string, Promise<unknown>>()

  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const result = (this.#last.get(key) ?? Promise.resolve()).then(task)
    const settled = result.catch(() => {})
    this.#last.set(key, settled)
    void settled.then(() => {
      if (this.#last.get(key) === settled) this.#last.delete(key)
    })
    return result
  }

  /** When everything is done, also what was begun in the meantime. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.all(this.#last.values())
  }
}
