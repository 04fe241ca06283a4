import { Users } from 'lucide-react'
import { useMemo } from 'react'
import { useChannels } from '../../channels/all-channels.ts'
import { ChannelGlyph } from '../../channels/ChannelGlyph.tsx'
import { Avatar } from '../../people/Avatar.tsx'
import { useActivePeople } from '../../people/all-people.ts'
import { groupLabel, namedGroups } from '../../people/user-groups.ts'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import type { Option } from './PillPicker.tsx'

/** Options of pill fields. Keys contain the kind: `user:7`, `group:5`, `channel:12`. */

export const userKey = (id: number) => `user:${id}`
export const groupKey = (id: number) => `group:${id}`
export const channelKey = (id: number) => `channel:${id}`
export const idsOf = (keys: readonly string[], kind: 'user' | 'group' | 'channel'): number[] =>
  keys.filter((key) => key.startsWith(`${kind}:`)).map((key) => Number(key.slice(kind.length + 1)))

export function usePeopleOptions({ withBots = true } = {}): readonly Option[] {
  const people = useActivePeople()
  return useMemo(
    () =>
      people
        .filter((person) => withBots || !person.is_bot)
        .map((person) => ({
          key: userKey(person.user_id),
          label: person.full_name,
          icon: <Avatar userId={person.user_id} size={20} />,
          ...(person.delivery_email === null ? {} : { detail: person.delivery_email }),
        })),
    [people, withBots],
  )
}

export function useGroupOptions({ withSystem = false } = {}): readonly Option[] {
  const text = useText()
  const named = useOrg(namedGroups)
  const all = useOrg((org) => org.realm_user_groups)
  return useMemo(() => {
    const system = withSystem
      ? (all ?? []).filter(
          (group) => group.is_system_group && group.name !== 'role:internet' && group.name !== 'role:nobody',
        )
      : []
    return [...named.filter((group) => !group.deactivated), ...system].map((group) => ({
      key: groupKey(group.id),
      label: groupLabel(group, text),
      icon: <Users size={16} aria-hidden="true" />,
      detail: text('groups.members', { count: group.members.length }),
    }))
  }, [named, all, withSystem, text])
}

export function useChannelOptions(): readonly Option[] {
  const channels = useChannels()
  return useMemo(
    () =>
      channels
        .filter((channel) => !channel.is_archived)
        .map((channel) => ({
          key: channelKey(channel.stream_id),
          label: channel.name,
          icon: <ChannelGlyph channelId={channel.stream_id} size={14} />,
        })),
    [channels],
  )
}
