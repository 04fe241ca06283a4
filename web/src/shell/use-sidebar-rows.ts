import { useEffect, useMemo } from 'react'
import { useChannel } from '../channels/channels.ts'
import { useLostChannel } from '../channels/lost-channel.ts'
import { isTopicMuted, lookup, useUnread } from '../lib/derived.ts'
import { keyOf } from '../navigation/conversation.ts'
import { useView } from '../navigation/router.ts'
import { useIsAllowed } from '../permissions/use-denial.ts'
import { useSavedSearches } from '../search/saved-searches.ts'
import { useIsMember } from '../session/member.ts'
import { org, useOrg } from '../session/session.ts'
import { channelSections, directConversations, sectionsOf, toggleChannel, useSidebar } from './sidebar.ts'
import { type SidebarRow, sidebarRows } from './sidebar-rows.ts'

/** The current rows of the sidebar. */
export function useSidebarRows(): readonly SidebarRow[] {
  const isMember = useIsMember()
  const hasEmptyFolders = useIsAllowed({ kind: 'manage-folders' })
  const channels = useOrg(channelSections)
  const lost = useLostChannel((state) => state.channel)
  const isReadable = useChannel(lost?.stream_id ?? 0) !== undefined
  const recent = useOrg((org) => org.recent_private_conversations)
  const searches = useSavedSearches()
  const mutedPeople = useOrg((org) => org.muted_users)
  const topicPolicies = useOrg((org) => org.user_topics)
  const me = useOrg((org) => org.user_id)
  const counts = useUnread((all) => all)
  const { topics, channels: openChannels, sections: toggled, filter } = useSidebar()
  const current = useView()
  const here = 'channelId' in current ? current.channelId : undefined
  // A visit opens the channel in the sidebar.
  useEffect(() => {
    if (here !== undefined) toggleChannel(here, true)
  }, [here])
  return useMemo(() => {
    // `isTopicMuted` depends on these.
    void topicPolicies
    return sidebarRows({
      isMember,
      hasEmptyFolders,
      channels: lost === undefined ? channels : sectionsOf(org(), lost),
      lost: lost && { channelId: lost.stream_id, isReadable },
      searches,
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
    hasEmptyFolders,
    channels,
    lost,
    isReadable,
    searches,
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
