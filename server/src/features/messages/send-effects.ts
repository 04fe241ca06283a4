import type { VisibilityPolicy } from '@loquat/contract'
import type { Audience } from '../../events/audience.ts'
import type { PublishedBody } from '../../events/logged-event.ts'
import type { Trigger } from '../outgoing-webhooks/triggers.ts'
import type { Attachment } from '../uploads/store.ts'
import type { DraftRow } from './send-statement.ts'

/** What sending a message changes besides adding it. All of it commits with the message. */
export interface SendEffects {
  /** Uploaded files that it links to. */
  attachments: readonly Attachment[]
  /** Pages that it links to and that are to be shown. */
  previewLinks: readonly string[]
  /** Outgoing webhook bots that are to be called. */
  triggers: readonly Trigger[]
  /** Topics to be followed or unmuted. Of several for one user, the first that applies counts. */
  topicWishes: readonly TopicWish[]
  /** Its channel counts as active again. */
  revival: Revival | null
}

export interface TopicWish {
  userId: number
  policy: VisibilityPolicy
  /** Policies that it may replace. */
  from: readonly VisibilityPolicy[]
  /** Only if the user sees no earlier message of the topic. */
  onlyBeginning: boolean
}

/** The event that tells of it. */
export interface Revival {
  body: PublishedBody
  audience: Audience
}

export const noEffects: SendEffects = {
  attachments: [],
  previewLinks: [],
  triggers: [],
  topicWishes: [],
  revival: null,
}

export const hasEffects = (draft: SendEffects) =>
  draft.attachments.length + draft.previewLinks.length + draft.triggers.length + draft.topicWishes.length >
    0 || draft.revival !== null

/** A row with what it causes, and how much of the channel's past its readers see. */
export type DraftWithEffects = DraftRow & SendEffects & { hasProtectedHistory: boolean }
