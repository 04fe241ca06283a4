/** Receives the progress of an import. */
export interface Progress {
  /** A new stage begins. `total` is the number of things to process, if known. */
  stage(name: string, total?: number): void
  /** Number of things processed in this stage. */
  update(done: number): void
}

export const noProgress: Progress = { stage: () => {}, update: () => {} }
