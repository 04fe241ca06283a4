import type { FeedObject } from '@loquat/contract'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useChannels } from '../../channels/all-channels.ts'
import { Button, IconButton } from '../../components/Button.tsx'
import { SelectField, TextField } from '../../components/Field.tsx'
import { addFeed, removeFeed, useFeeds } from '../../settings/feed-actions.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { Loaded } from '../forms/Loaded.tsx'
import { useSaving } from '../forms/saving.ts'

/** The RSS and Atom feeds of a bot, and a form to add one. */
export function BotFeeds({ botId }: { botId: number }) {
  const text = useText()
  const feeds = useFeeds(botId)
  return (
    <>
      <Loaded resource={feeds}>
        {(all) => (
          <>
            {all.length === 0 && <p className={lists.nothing}>{text('settings.feeds.none')}</p>}
            <ul className={lists.list}>
              {all.map((feed) => (
                <FeedRow key={feed.id} feed={feed} botId={botId} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
      <FeedForm botId={botId} />
    </>
  )
}

function FeedRow({ feed, botId }: { feed: FeedObject; botId: number }) {
  const text = useText()
  const channels = useChannels()
  const channel =
    channels.find((one) => one.stream_id === feed.stream_id)?.name ?? text('settings.feeds.hidden')
  const name = feed.title || feed.url
  return (
    <li className={lists.row}>
      <span className={lists.main}>
        <bdi className={lists.name}>{name}</bdi>
        <div className={lists.soft} dir="auto">
          {feed.topic === '' ? channel : text('settings.feeds.place', { channel, topic: feed.topic })}
          {name !== feed.url && (
            <>
              {' '}
              · <bdi>{feed.url}</bdi>
            </>
          )}
        </div>
        <div className={lists.soft}>{text(stateOf(feed))}</div>
      </span>
      <IconButton
        label={text('settings.feeds.remove', { name })}
        icon={<Trash2 size={17} />}
        onClick={async () => showProblemToast(await removeFeed(botId, feed.id))}
      />
    </li>
  )
}

function stateOf({ is_active: isActive, failure, last_success: success }: FeedObject) {
  if (!isActive) return 'settings.feeds.stopped'
  if (failure !== null) return `settings.feeds.failure.${failure}` as const
  return success === null ? 'settings.feeds.waiting' : 'settings.feeds.working'
}

function FeedForm({ botId }: { botId: number }) {
  const text = useText()
  const channels = useChannels().filter((one) => !one.is_archived)
  const [url, setUrl] = useState('')
  const [chosen, setChosen] = useState('')
  const [topic, setTopic] = useState('')
  const channelId = Number(chosen) || (channels[0]?.stream_id ?? 0)
  const { phase, problem, run } = useSaving(() => addFeed(botId, { url: url.trim(), channelId, topic }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await run(undefined))) return
    setUrl('')
    setTopic('')
  }
  return (
    <form className={`${lists.card} ${lists.form}`} onSubmit={submit}>
      <TextField
        label={text('settings.feeds.url')}
        type="url"
        value={url}
        placeholder="https://example.com/feed.xml"
        problem={problem}
        required
        onChange={({ target }) => setUrl(target.value)}
      />
      <SelectField
        label={text('settings.feeds.channel')}
        value={String(channelId)}
        options={channels.map((one) => ({ value: String(one.stream_id), label: one.name }))}
        onChange={setChosen}
      />
      <TextField
        label={text('settings.feeds.topic')}
        hint={text('settings.feeds.topicHint')}
        value={topic}
        maxLength={60}
        onChange={({ target }) => setTopic(target.value)}
      />
      <Button type="submit" kind="primary" busy={phase === 'saving'}>
        {text('settings.feeds.add')}
      </Button>
    </form>
  )
}
