import { expandableGroups } from '../feed/expandable-groups.ts'
import { groupConversationNames } from '../feed/group-conversation-names.ts'
import type { Text } from '../texts/texts.tsx'

/** Several people at once: conversations that exist among the one chosen and others, and groups that are not too large. */
export function groupRows(typed: string, userIds: readonly number[], text: Text) {
  const conversations = typed === '' && userIds.length === 1 ? groupConversationNames(userIds[0] ?? 0) : []
  const groups = typed === '' ? [] : expandableGroups(typed)
  return [
    ...conversations.map(({ others, names }) => ({
      key: `with:${others.join()}`,
      add: others,
      label: names,
      detail: text('compose.groupConversation'),
    })),
    ...groups.map(({ id, name, members }) => ({
      key: `group:${id}`,
      add: members,
      label: name,
      detail: text('compose.reaches', { count: members.length }),
    })),
  ]
}
