import { openCompose } from '../compose/compose.ts'
import { toRecipient } from '../compose/recipient.ts'
import type { LocalId } from '../feed/rows.ts'
import { myId } from '../session/session.ts'
import { copyText } from '../shell/copy-text.ts'
import { showUndoToast } from '../shell/toasts.ts'
import { dispatch, useOutbox } from './outbox-run.ts'

const findSend = (localId: LocalId) => {
  const { outbox, info } = useOutbox.getState()
  const entry = outbox.entries.find((one) => one.localId === localId)
  const about = info.get(localId)
  return entry === undefined || about === undefined
    ? undefined
    : { text: entry.edited ?? entry.content, place: about.place }
}

export const retrySend = (localId: LocalId): void => dispatch({ kind: 'retry', localId })

export function retryAll(): void {
  for (const { localId, state } of useOutbox.getState().outbox.entries)
    if (state === 'failed') retrySend(localId)
}

/** Edits an unsent message. One that is being sent is edited after it has arrived. */
export const changeSend = (localId: LocalId, content: string): void =>
  dispatch({ kind: 'edit', localId, content })

/** Moves an unsent message back into the compose box. */
export function editSend(localId: LocalId): void {
  const send = findSend(localId)
  if (send === undefined) return
  dispatch({ kind: 'discard', localId })
  openCompose({ to: toRecipient(send.place, myId()), text: send.text, focus: 'text' })
}

export const copySend = (localId: LocalId): Promise<void> => copyText(findSend(localId)?.text ?? '')

export function discardSend(localId: LocalId): void {
  const send = findSend(localId)
  if (send === undefined) return
  dispatch({ kind: 'discard', localId })
  showUndoToast('compose.discarded', () => {
    openCompose({ to: toRecipient(send.place, myId()), text: send.text, focus: 'text' })
  })
}
