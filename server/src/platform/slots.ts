/**
 * A typed key for state that a feature keeps with an object of a lower layer: an app, a realm or a directory. The lower layer does not
 * know the feature, and the state lives as long as its owner.
 */
export class Slot<Owner, T> {
  declare readonly owner: Owner
  declare readonly type: T
}

/** The state that features keep with one owner. */
export class Slots<Owner> {
  readonly #values = new Map<Slot<Owner, unknown>, unknown>()

  get<T>(slot: Slot<Owner, T>): T | undefined {
    return this.#values.get(slot) as T | undefined
  }

  set<T>(slot: Slot<Owner, T>, value: T): T {
    this.#values.set(slot, value)
    return value
  }
}
