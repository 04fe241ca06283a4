import type { App } from '../app.ts'

/** Work that is done later, or from time to time, by whichever process comes first. */
export interface Job<P = unknown> {
  name: string
  /**
   * What may happen more than once: a process may die before it has told that the work is done. A server that stops waits
   * for it, so work that takes long ends when `stopping` says so.
   */
  run(app: App, payload: P, stopping?: AbortSignal): Promise<void>
  /** A crontab pattern, for work that recurs. */
  every?: string
}

export const job = <P>(declaration: Job<P>): Job<P> => declaration

export interface JobOptions {
  at?: Date
  /** Of several jobs with one key only the last is done. */
  key?: string
}
