import type { VisibilityPolicy } from '@loquat/contract'
import type { Audience } from '../../../events/audience.ts'
import type { PublishedBody } from '../../../events/logged-event.ts'
import type { Attachment } from '../uploads/store.ts'
import type { DraftRow } from './send-statement.ts'

/** Effects of sending a message besides adding it. All commit with the message. */
export interface SendEffects {
  /** Uploaded files that the message links to. */
  attachments: readonly Attachment[]
  /** Job payloads for each extension, in the order of the extensions. */
  work: readonly (readonly object[])[]
  /** Topic policies to update. For each user, the first that applies wins. */
  topicPolicyUpdates: readonly TopicPolicyUpdate[]
  /** Set if the message marks its channel active again. */
  activation: ChannelActivation | null
}

export interface TopicPolicyUpdate {
  userId: number
  policy: VisibilityPolicy
  /** Policies that the update may replace. */
  from: readonly VisibilityPolicy[]
  /** Applies only if the user sees no earlier message in the topic. */
  onlyIfNewTopic: boolean
}

/** The event that marks the channel active. */
export interface ChannelActivation {
  body: PublishedBody
  audience: Audience
}

export const noEffects: SendEffects = {
  attachments: [],
  work: [],
  topicPolicyUpdates: [],
  activation: null,
}

export const hasEffects = (draft: SendEffects) =>
  draft.attachments.length + draft.topicPolicyUpdates.length > 0 ||
  draft.activation !== null ||
  draft.work.some((work) => work.length > 0)

/** A row with its effects and the channel's history mode. */
export type DraftWithEffects = DraftRow & SendEffects & { hasProtectedHistory: boolean }
