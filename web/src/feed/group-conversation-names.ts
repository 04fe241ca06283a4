import { personById } from '../people/people.ts'
import { myId, org } from '../session/session.ts'

const maxConversations = 3

/** The newest group conversations with a user. */
export function groupConversationNames(userId: number): { others: number[]; names: string }[] {
  return (org().recent_private_conversations ?? [])
    .map(({ user_ids: ids }) => ids.filter((id) => id !== myId()))
    .filter((ids) => ids.length > 1 && ids.includes(userId))
    .slice(0, maxConversations)
    .map((others) => ({
      others,
      names: others.map((id) => personById(id)?.full_name ?? '?').join(', '),
    }))
}
