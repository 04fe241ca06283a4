/**
 * Messages between the supervisor and its workers. After an upgrade by a reload, workers are newer than their supervisor, so both
 * ignore messages that they do not know.
 */
export type ToWorker =
  /** Finish the requests under way, and end. */
  | { kind: 'drain'; deadlineMs: number }
  /** Tell all clients that the server has restarted. */
  | { kind: 'publish restart' }
  /** The web app is complete. */
  | { kind: 'web app built' }

export type FromWorker = { kind: 'ready'; version: string } | { kind: 'failed'; reason: string }

/** In a worker: resolves when the message is written, also if the supervisor is gone. */
export const tellSupervisor = (message: FromWorker): Promise<void> =>
  new Promise((resolve) => {
    if (process.send === undefined) resolve()
    else process.send(message, undefined, {}, () => resolve())
  })

const kindOf = (message: unknown) =>
  typeof message === 'object' && message !== null ? (message as { kind?: unknown }).kind : undefined

export const isToWorker = (message: unknown): message is ToWorker =>
  ['drain', 'publish restart', 'web app built'].includes(String(kindOf(message)))

export const isFromWorker = (message: unknown): message is FromWorker =>
  ['ready', 'failed'].includes(String(kindOf(message)))
