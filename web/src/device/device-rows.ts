import type { FetchedMessage } from '@loquat/contract'
import type { Recipient } from '../compose/recipient.ts'
import type { Conversation } from '../navigation/conversation.ts'
import type { OutboxEntry } from '../outbox/outbox-types.ts'

/** The newest messages of a recently read conversation, to show while offline. */
export interface StoredFeed {
  key: string
  messages: FetchedMessage[]
  hasOldest: boolean
  savedAt: number
}

/** An unsent message, with everything needed to send it after a reload. */
export interface StoredSend extends OutboxEntry {
  place: Conversation
  /** In milliseconds. */
  writtenAt: number
  /** ID of its draft on the server, which is deleted when the message has arrived. */
  draft?: number
  /** The tab that sends it: the one it was written in, while that is open. */
  tab: string
}

/** An attached file that was not sent yet. Its bytes are stored separately, because they may exceed the storage quota. */
export interface StoredUpload {
  id: string
  draftId: string
  to: Recipient
  name: string
  size: number
  /** URL of the resumable upload, once it was created. */
  address: string | undefined
  /** URL of the uploaded file, once complete. */
  url: string | undefined
  /** The tab that uploads it: the one it was picked in, while that is open. */
  tab: string
}
