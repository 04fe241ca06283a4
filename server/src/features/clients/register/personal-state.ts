import type { InitialState } from '@loquat/contract'
import type { Directory, User } from '../../../directory/directory.ts'
import { onboardingState } from '../../administration/onboarding/present.ts'
import { presentDraft } from '../../conversation/drafts/present.ts'
import { presentMute } from '../../conversation/muted-users/store.ts'
import { presentSearch } from '../../conversation/saved-searches/present.ts'
import { presentScheduled } from '../../conversation/scheduled-messages/present.ts'
import { presentSnippet } from '../../conversation/snippets/present.ts'
import { presentPreferences } from '../../places/folders/present.ts'
import { presentTopics } from '../../places/user-topics/present.ts'
import type { MessageLists } from './message-lists.ts'
import { conversationState, unreadState } from './message-state.ts'
import type { PersonalRow } from './personal-query.ts'
import { presenceState } from './presence-state.ts'
import { type SerializedState, type StateRequest, wants, wantsMutedTopics } from './request.ts'

/** The requested state that only one user gets. */
export function personalState(
  directory: Directory,
  viewer: User,
  request: StateRequest,
  personal: PersonalRow,
  { maxMessageId, unread, conversations }: MessageLists,
): SerializedState {
  const knowsEmptyTopic = request.capabilities.empty_topic_name
  const { drafts, scheduled, snippets, searches, words, steps, mutedUsers, starred, folders } = personal
  return {
    ...(maxMessageId === undefined ? {} : { max_message_id: maxMessageId }),
    ...(unread ? { unread_msgs: unreadState(directory, viewer, unread, knowsEmptyTopic) } : {}),
    ...(starred ? { starred_messages: starred.map((row) => row.message_id) } : {}),
    ...(conversations ? conversationState(viewer, conversations) : {}),
    ...(drafts ? { drafts: drafts.map((row) => presentDraft(row.id, row)) } : {}),
    ...(scheduled ? { scheduled_messages: scheduled.map(presentScheduled) } : {}),
    ...(snippets ? { saved_snippets: snippets.map(presentSnippet) } : {}),
    ...(searches ? { saved_searches: searches.map(presentSearch) } : {}),
    ...(words ? { alert_words: words.map((row) => row.word) } : {}),
    ...(steps ? onboardingState(steps) : {}),
    ...topicState(directory, request, personal.topics ?? []),
    ...(folders ? { channel_folder_preferences: presentPreferences(folders) } : {}),
    ...(wants(request, 'video_calls') ? { has_zoom_token: (personal.zoom?.length ?? 0) > 0 } : {}),
    ...(mutedUsers ? { muted_users: mutedUsers.map(presentMute) } : {}),
    ...(wants(request, 'presence')
      ? presenceState(directory, viewer, personal.presences ?? [], request)
      : {}),
  }
}

/** Fetch types `user_topic` and `muted_topics`. */
function topicState(
  directory: Directory,
  request: StateRequest,
  rows: NonNullable<PersonalRow['topics']>,
): Partial<InitialState> {
  const { userTopics, mutedTopics } = presentTopics(directory, rows, request.capabilities.empty_topic_name)
  return {
    ...(wants(request, 'user_topic') ? { user_topics: userTopics() } : {}),
    ...(wantsMutedTopics(request) ? { muted_topics: mutedTopics() } : {}),
  }
}
