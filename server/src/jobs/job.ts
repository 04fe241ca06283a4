import type { App } from '../app.ts'

/** Work that runs later or periodically, in whichever process takes it first. */
export interface Job<P = unknown> {
  name: string
  /**
   * May run more than once: a process may die before it marks the job as done. A stopping server waits for running
   * jobs, so long ones should end when `stopping` is aborted.
   */
  run(app: App, payload: P, stopping?: AbortSignal): Promise<void>
  /** A crontab pattern, for recurring jobs. */
  every?: string
}

export const job = <P>(declaration: Job<P>): Job<P> => declaration

export interface JobOptions {
  at?: Date
  /** If several jobs have the same key, only the last one runs. */
  key?: string
}
