import type { ChannelFeedObject } from '@loquat/contract'
import { addChannelFeed, removeChannelFeed, useChannelFeeds } from '../../channels/channel-feeds.ts'
import { usePerson } from '../../people/people.ts'
import { useText } from '../../texts/texts.tsx'
import { FeedForm } from '../forms/FeedForm.tsx'
import { FeedList } from '../forms/FeedList.tsx'
import { Loaded } from '../forms/Loaded.tsx'

/** The RSS and Atom feeds of a channel, and a form to add one. */
export function ChannelFeeds({ channelId }: { channelId: number }) {
  const text = useText()
  const feeds = useChannelFeeds(channelId)
  return (
    <>
      <Loaded resource={feeds}>
        {(all) => (
          <FeedList
            feeds={all}
            empty={text('channels.feeds.none')}
            placeOf={(feed) => <FeedPlace feed={feed} />}
            remove={({ id }) => removeChannelFeed(channelId, id)}
          />
        )}
      </Loaded>
      <FeedForm add={(feed) => addChannelFeed(channelId, feed)} />
    </>
  )
}

function FeedPlace({ feed }: { feed: ChannelFeedObject }) {
  const text = useText()
  const by = usePerson(feed.bot_id)?.full_name ?? ''
  if (feed.topic === '') return text('channels.feeds.by', { bot: by })
  return text('channels.feeds.byInTopic', { bot: by, topic: feed.topic })
}
