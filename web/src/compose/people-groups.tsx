import { expandableGroups } from '../feed/expandable-groups.ts'
import { groupConversationNames } from '../feed/group-conversation-names.ts'
import type { Text } from '../texts/texts.tsx'

/** Suggestions that add several people: existing group conversations with the chosen person, and small user groups. */
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
