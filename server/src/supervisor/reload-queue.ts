import type { Config } from '../platform/config.ts'
import type { Env } from './worker-process.ts'

/** The settings of new workers. */
export interface ReloadPlan {
  env: Env
  config: Config
}

export type Print = (line: string) => void

interface QueuedReload {
  plan: ReloadPlan
  /** Requests that this reload answers, and that want to know how far it is. */
  reporters: Print[]
  done: PromiseWithResolvers<void>
}

/** Runs one reload at a time. Requests during a reload lead to a single further one, with the settings of the last request. */
export class ReloadQueue {
  readonly #reload: (plan: ReloadPlan, print: Print) => Promise<void>
  readonly #print: Print
  #isRunning = false
  #next: QueuedReload | undefined

  /** Prints each line once, no matter how many requests a reload answers. */
  constructor(reload: (plan: ReloadPlan, print: Print) => Promise<void>, print: Print) {
    this.#reload = reload
    this.#print = print
  }

  /** Resolves when all workers are replaced. */
  async add(plan: ReloadPlan, report: Print): Promise<void> {
    const reply = (line: string) => {
      this.#print(line)
      report(line)
    }
    if (this.#next !== undefined) {
      reply('A reload is running, and another one waits: it includes this one.')
      this.#next.plan = plan
      this.#next.reporters.push(report)
      return await this.#next.done.promise
    }
    const entry: QueuedReload = { plan, reporters: [report], done: Promise.withResolvers() }
    if (this.#isRunning) {
      reply('A reload is running. This one follows it.')
      this.#next = entry
    } else void this.#run(entry)
    return await entry.done.promise
  }

  async #run({ plan, reporters, done }: QueuedReload): Promise<void> {
    this.#isRunning = true
    try {
      await this.#reload(plan, (line) => {
        for (const print of [this.#print, ...reporters]) print(line)
      })
      this.#print('Reload finished: all workers are new.')
      done.resolve()
    } catch (error) {
      this.#print(`Reload failed: ${(error as Error).message}`)
      done.reject(error)
    }
    this.#isRunning = false
    const next = this.#next
    this.#next = undefined
    if (next !== undefined) await this.#run(next)
  }
}
