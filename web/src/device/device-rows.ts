import type { FetchedMessage } from '@loquat/contract'
import type { Recipient } from '../compose/recipient.ts'
import type { Conversation } from '../navigation/conversation.ts'
import type { OutboxEntry } from '../outbox/outbox-types.ts'

/** The newest messages of a conversation that was read here lately: what there is to see without a network. */
export interface StoredFeed {
  key: string
  messages: FetchedMessage[]
  hasOldest: boolean
  savedAt: number
}

/** A message on its way, with all that is needed to send it after the page was loaded anew. */
export interface StoredSend extends OutboxEntry {
  place: Conversation
  /** When it was written, in milliseconds. */
  writtenAt: number
  /** The draft at the server that it was; it goes when the message has arrived. */
  draft?: number
  /** Whose turn it is to send it: the window that it was written in, as long as that is open. */
  tab: string
}

/** A file that was not sent with its text yet. Its bytes are kept beside it: they may be refused where these few words have room. */
export interface StoredUpload {
  id: string
  draftId: string
  to: Recipient
  name: string
  size: number
  /** Where the server takes its pieces, once it has been told of the file. */
  address: string | undefined
  /** Where it is, once it has arrived. */
  url: string | undefined
  /** Whose turn it is to send it: the window that it was picked in, as long as that is open. */
  tab: string
}
