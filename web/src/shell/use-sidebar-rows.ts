import { useEffect, useMemo } from 'react'
import { keyOf } from '../state/conversation.ts'
import { isTopicMuted, lookup, useUnread } from '../state/derived.ts'
import { useIsMember } from '../state/member.ts'
import { useView } from '../state/router.ts'
import { useOrg } from '../state/session.ts'
import { channelSections, directConversations, toggleChannel, useSidebar } from '../state/sidebar.ts'
import { type SidebarRow, sidebarRows } from '../state/sidebar-rows.ts'

/** What the sidebar lists now. */
export function useSidebarRows(): readonly SidebarRow[] {
  const isMember = useIsMember()
  const channels = useOrg(channelSections)
  const recent = useOrg((org) => org.recent_private_conversations)
  const mutedPeople = useOrg((org) => org.muted_users)
  const topicPolicies = useOrg((org) => org.user_topics)
  const me = useOrg((org) => org.user_id)
  const counts = useUnread((all) => all)
  const { topics, channels: openChannels, sections: toggled, filter } = useSidebar()
  const current = useView()
  const here = 'channelId' in current ? current.channelId : undefined
  // A visit opens the channel; it stays as the reader leaves it.
  useEffect(() => {
    if (here !== undefined) toggleChannel(here, true)
  }, [here])
  return useMemo(() => {
    // What is muted is asked for by name; it follows from these two.
    void topicPolicies
    return sidebarRows({
      isMember,
      channels,
      directs: directConversations(
        { recent_private_conversations: recent ?? [], muted_users: mutedPeople ?? [], user_id: me ?? 0 },
        counts,
        filter === '' ? undefined : 1_000,
      ),
      nameOf: lookup().userName,
      topics,
      openChannels,
      toggled,
      current,
      filter,
      isUnread: (channelId, topic) => counts.conversations.has(keyOf({ kind: 'topic', channelId, topic })),
      isMuted: isTopicMuted,
    })
  }, [
    isMember,
    channels,
    recent,
    mutedPeople,
    topicPolicies,
    me,
    counts,
    topics,
    openChannels,
    toggled,
    filter,
    current,
  ])
}
