interface WaitingCall<Input, Output> {
  input: Input
  resolve(output: Output): void
  reject(error: unknown): void
}

export interface GroupLimits {
  /** Groups that are answered at the same time. */
  maxRunning: number
  /** Calls of one group. */
  maxCalls: number
}

/**
 * Answers several calls at once: a call that arrives while the maximum of groups is being answered waits for the next one, together with
 * all others that arrive meanwhile. Nobody waits on an idle server, and a busy one does less for each call.
 */
export class GroupedCalls<Input, Output> {
  readonly #answer: (inputs: readonly Input[]) => Promise<readonly Output[]>
  readonly #limits: GroupLimits
  #running = 0
  #waiting: WaitingCall<Input, Output>[] = []

  /** @param answer returns one output for each input, in the same order. */
  constructor(answer: (inputs: readonly Input[]) => Promise<readonly Output[]>, limits: GroupLimits) {
    this.#answer = answer
    this.#limits = limits
  }

  call(input: Input): Promise<Output> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, resolve, reject })
      if (this.#running < this.#limits.maxRunning) void this.#run()
    })
  }

  async #run(): Promise<void> {
    this.#running++
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, this.#limits.maxCalls)
      try {
        const outputs = await this.#answer(group.map(({ input }) => input))
        group.forEach(({ resolve }, n) => {
          resolve(outputs[n]!)
        })
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    this.#running--
  }
}
