/** IDs up to 2³² - 1 take half of the memory. */
type Numbers = Uint32Array | Float64Array

const fits = (value: number) => value >>> 0 === value

/**
 * The subscribers of a channel, each with the first message of the subscription. Sorted typed arrays: an organization of 20,000 users has a
 * million subscriptions, and a `Map` takes four times as much memory.
 */
export class SubscriberMap implements Iterable<[userId: number, since: number]> {
  /** In ascending order; room for more after the first `#size`. */
  #ids: Numbers = new Uint32Array(0)
  #since: Numbers = new Uint32Array(0)
  #size = 0

  /** Both lists are as long as each other, in any order, and without repeated IDs. */
  static of(ids: ArrayLike<number>, since: ArrayLike<number>): SubscriberMap {
    const map = new SubscriberMap()
    const order = ascendingOrder(ids)
    map.#ids = compact(ids, order)
    map.#since = compact(since, order)
    map.#size = ids.length
    return map
  }

  get size(): number {
    return this.#size
  }

  has(userId: number): boolean {
    return this.#isAt(this.#place(userId), userId)
  }

  /** The first message that the user receives; undefined if they are not subscribed. */
  get(userId: number): number | undefined {
    const place = this.#place(userId)
    return this.#isAt(place, userId) ? this.#since[place] : undefined
  }

  set(userId: number, since: number): void {
    this.#ids = widened(this.#ids, userId)
    this.#since = widened(this.#since, since)
    const place = this.#place(userId)
    if (!this.#isAt(place, userId)) {
      this.#ids = withRoomAt(this.#ids, place, this.#size)
      this.#since = withRoomAt(this.#since, place, this.#size)
      this.#size++
    }
    this.#ids[place] = userId
    this.#since[place] = since
  }

  delete(userId: number): void {
    const place = this.#place(userId)
    if (!this.#isAt(place, userId)) return
    this.#ids.copyWithin(place, place + 1, this.#size)
    this.#since.copyWithin(place, place + 1, this.#size)
    this.#size--
  }

  /** In ascending order. */
  *keys(): Generator<number, undefined> {
    for (let n = 0; n < this.#size; n++) yield this.#ids[n]!
  }

  *[Symbol.iterator](): Generator<[number, number], undefined> {
    for (let n = 0; n < this.#size; n++) yield [this.#ids[n]!, this.#since[n]!]
  }

  copy(): SubscriberMap {
    const map = new SubscriberMap()
    map.#ids = this.#ids.slice()
    map.#since = this.#since.slice()
    map.#size = this.#size
    return map
  }

  /** Index of the user, or where it would be inserted. */
  #place(userId: number): number {
    let low = 0
    let high = this.#size
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#ids[middle]! < userId) low = middle + 1
      else high = middle
    }
    return low
  }

  #isAt(place: number, userId: number): boolean {
    return place < this.#size && this.#ids[place] === userId
  }
}

/** Indexes of the values from the smallest to the largest; undefined if they have that order. */
function ascendingOrder(values: ArrayLike<number>): number[] | undefined {
  let n = 1
  while (n < values.length && values[n - 1]! < values[n]!) n++
  if (n >= values.length) return undefined
  return Array.from(values, (_, index) => index).sort((a, b) => values[a]! - values[b]!)
}

function compact(values: ArrayLike<number>, order: readonly number[] | undefined): Numbers {
  let list: Numbers = new Uint32Array(values.length)
  for (let n = 0; n < values.length; n++) {
    const value = values[order === undefined ? n : order[n]!]!
    list = widened(list, value)
    list[n] = value
  }
  return list
}

const widened = (list: Numbers, value: number): Numbers =>
  fits(value) || list instanceof Float64Array ? list : Float64Array.from(list)

/** Moves the used entries from a place on by one. */
function withRoomAt(list: Numbers, place: number, size: number): Numbers {
  const target = size < list.length ? list : larger(list, size)
  target.set(list.subarray(place, size), place + 1)
  return target
}

function larger(list: Numbers, size: number): Numbers {
  const capacity = size + 4 + (size >>> 3)
  const copy = list instanceof Uint32Array ? new Uint32Array(capacity) : new Float64Array(capacity)
  copy.set(list)
  return copy
}
