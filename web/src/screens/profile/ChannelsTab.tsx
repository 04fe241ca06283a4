import type { RegisteredUser } from '@loquat/contract'
import { useChannels } from '../../channels/all-channels.ts'
import { ChannelGlyph } from '../../channels/ChannelGlyph.tsx'
import { addSubscribers, removeSubscribers } from '../../channels/manage-channels.ts'
import { useSharedChannels } from '../../channels/subscribers.ts'
import { Button } from '../../components/Button.tsx'
import { addressOf } from '../../navigation/router.ts'
import { isAllowed } from '../../permissions/is-allowed.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { Loaded } from '../forms/Loaded.tsx'
import { channelKey, idsOf, useChannelOptions } from '../forms/options.tsx'
import { PillPicker } from '../forms/PillPicker.tsx'

/** Channels that a user shares with the reader. */
export function ChannelsTab({ person }: { person: RegisteredUser }) {
  const text = useText()
  const shared = useSharedChannels()
  const channels = useChannels().filter((channel) => !channel.is_archived)
  const all = useChannelOptions()
  const id = person.user_id
  return (
    <Loaded resource={shared}>
      {(members) => {
        const inside = channels.filter((channel) => members.get(channel.stream_id)?.has(id))
        const addable = new Set(
          channels
            .filter(
              (channel) =>
                !inside.includes(channel) &&
                members.has(channel.stream_id) &&
                isAllowed({ kind: 'add-subscribers', channelId: channel.stream_id }),
            )
            .map((channel) => channelKey(channel.stream_id)),
        )
        const change = async (channelId: number, isAdding: boolean) => {
          const action = isAdding ? addSubscribers : removeSubscribers
          if (showProblemToast(await action(channelId, [id]))) shared.reload()
        }
        return (
          <>
            {addable.size > 0 && (
              <PillPicker
                label={text('profile.addToChannel')}
                placeholder={text('profile.addToChannel')}
                options={all.filter(({ key }) => addable.has(key))}
                chosen={[]}
                onChange={(keys) => {
                  const [channelId] = idsOf(keys, 'channel')
                  if (channelId !== undefined) void change(channelId, true)
                }}
              />
            )}
            <ul className={lists.list} data-wide>
              {inside.map((channel) => (
                <li key={channel.stream_id} className={lists.row}>
                  <ChannelGlyph channelId={channel.stream_id} />
                  <span className={lists.main}>
                    <a href={addressOf({ kind: 'channel', channelId: channel.stream_id })}>
                      <bdi>{channel.name}</bdi>
                    </a>
                  </span>
                  {isAllowed({ kind: 'remove-subscribers', channelId: channel.stream_id }) && (
                    <Button size="small" kind="quiet" onClick={() => void change(channel.stream_id, false)}>
                      {text('common.remove')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {inside.length === 0 && <p className={lists.nothing}>{text('profile.noChannels')}</p>}
          </>
        )
      }}
    </Loaded>
  )
}
