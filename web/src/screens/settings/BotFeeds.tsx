import type { FeedObject } from '@loquat/contract'
import { useState } from 'react'
import { useChannels } from '../../channels/all-channels.ts'
import { SelectField } from '../../components/Field.tsx'
import { addFeed, removeFeed, useFeeds } from '../../settings/feed-actions.ts'
import { useText } from '../../texts/texts.tsx'
import { FeedForm } from '../forms/FeedForm.tsx'
import { FeedList } from '../forms/FeedList.tsx'
import { Loaded } from '../forms/Loaded.tsx'

/** The RSS and Atom feeds of a bot, and a form to add one. */
export function BotFeeds({ botId }: { botId: number }) {
  const text = useText()
  const feeds = useFeeds(botId)
  const channels = useChannels()
  const open = channels.filter((one) => !one.is_archived)
  const [chosen, setChosen] = useState('')
  const channelId = Number(chosen) || (open[0]?.stream_id ?? 0)
  const placeOf = ({ stream_id: id, topic }: FeedObject) => {
    const channel = channels.find((one) => one.stream_id === id)?.name ?? text('settings.feeds.hidden')
    return topic === '' ? channel : text('settings.feeds.place', { channel, topic })
  }
  return (
    <>
      <Loaded resource={feeds}>
        {(all) => (
          <FeedList
            feeds={all}
            empty={text('settings.feeds.none')}
            placeOf={placeOf}
            remove={({ id }) => removeFeed(botId, id)}
          />
        )}
      </Loaded>
      <FeedForm add={(feed) => addFeed(botId, { ...feed, channelId })}>
        <SelectField
          label={text('settings.feeds.channel')}
          value={String(channelId)}
          options={open.map((one) => ({ value: String(one.stream_id), label: one.name }))}
          onChange={setChosen}
        />
      </FeedForm>
    </>
  )
}
