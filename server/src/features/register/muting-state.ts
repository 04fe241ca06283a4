import type { InitialState } from '@loquat/contract'
import type { Db } from '../../db/database.ts'
import type { Directory } from '../../directory/directory.ts'
import { mutedUsersOf } from '../muted-users/store.ts'
import { presentTopics } from '../user-topics/present.ts'
import { type PolicyRow, policiesOf } from '../user-topics/store.ts'

/** Fetch type `muted_users`. */
export async function mutedUserState(
  db: Db,
  userId: number,
  wants: (type: string) => boolean,
): Promise<Partial<InitialState>> {
  return wants('muted_users') ? { muted_users: await mutedUsersOf(db, userId) } : {}
}

interface TopicRequest {
  /** Null: everything. */
  fetchTypes: string[] | null
  knowsEmptyTopic: boolean
}

/** Who asks for the newer form by name need not be told the older one, too. */
const wantsMuted = ({ fetchTypes: types }: TopicRequest) =>
  types === null || (types.includes('muted_topics') && !types.includes('user_topic'))
const wantsTopics = ({ fetchTypes: types }: TopicRequest) => types === null || types.includes('user_topic')

export async function loadTopics(db: Db, userId: number, request: TopicRequest): Promise<PolicyRow[]> {
  return wantsTopics(request) || wantsMuted(request) ? await policiesOf(db, userId) : []
}

/** Fetch types `user_topic` and `muted_topics`. */
export function topicState(
  directory: Directory,
  rows: readonly PolicyRow[],
  request: TopicRequest,
): Partial<InitialState> {
  const { userTopics, mutedTopics } = presentTopics(directory, rows, request.knowsEmptyTopic)
  return {
    ...(wantsTopics(request) ? { user_topics: userTopics() } : {}),
    ...(wantsMuted(request) ? { muted_topics: mutedTopics() } : {}),
  }
}
