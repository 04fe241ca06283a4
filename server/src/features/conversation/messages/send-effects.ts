import type { VisibilityPolicy } from '@loquat/contract'
import type { Audience } from '../../../events/audience.ts'
import type { PublishedBody } from '../../../events/logged-event.ts'
import type { Attachment } from '../uploads/store.ts'
import type { DraftRow } from './send-statement.ts'

/** What sending a message changes besides adding it. All of it commits with the message. */
export interface SendEffects {
  /** Uploaded files that it links to. */
  attachments: readonly Attachment[]
  /** Work for each extension of sending, in their order. */
  work: readonly (readonly object[])[]
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
  work: [],
  topicWishes: [],
  revival: null,
}

export const hasEffects = (draft: SendEffects) =>
  draft.attachments.length + draft.topicWishes.length > 0 ||
  draft.revival !== null ||
  draft.work.some((work) => work.length > 0)

/** A row with what it causes, and how much of the channel's past its readers see. */
export type DraftWithEffects = DraftRow & SendEffects & { hasProtectedHistory: boolean }
