import type { App } from '../../../app.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import type { NamedMessages } from './rewrite-store.ts'
import type { Erasure } from './store.ts'

/** Everything that a batch of an erasure needs. */
export interface Batch {
  app: App
  realm: Realm
  tx: Tx
  erasure: Erasure
  /** Only for the step that rewrites messages. */
  named: NamedMessages
}

/** Where the step continues, or undefined at its end. `total` is for the progress. */
export type StepResult = { position: number; total?: number } | undefined
