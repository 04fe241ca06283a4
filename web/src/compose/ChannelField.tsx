import { useEffect, useRef, useState } from 'react'
import { ChannelGlyph } from '../channels/ChannelGlyph.tsx'
import { useChannel } from '../channels/channels.ts'
import { SuggestionList } from '../components/SuggestionList.tsx'
import { useSuggestionList } from '../components/use-suggestion-list.ts'
import { useDenials } from '../permissions/use-denial.ts'
import { channelOptions } from '../suggestions/suggest-options.ts'
import { suggestChannels } from '../suggestions/suggest-order.ts'
import { useText } from '../texts/texts.tsx'
import { requestFocus, setRecipient, useCompose } from './compose.ts'
import styles from './RecipientRow.module.css'
import type { Recipient } from './recipient.ts'
import { useFocusRequest } from './use-focus-request.ts'

/** Chooses a channel. Typed text without a choice is discarded on blur. */
export function ChannelField({ to }: { to: Recipient & { kind: 'topic' } }) {
  const text = useText()
  const channel = useChannel(to.channelId ?? 0)
  const denialOf = useDenials()
  const [typed, setTyped] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  useFocusRequest('recipient', field)
  // The channel was changed outside the field.
  useEffect(() => setTyped(undefined), [to.channelId])

  const items =
    typed === undefined
      ? []
      : suggestChannels(typed, channelOptions()).map(({ channelId, name, isSubscribed }) => ({
          key: String(channelId),
          channelId,
          icon: <ChannelGlyph channelId={channelId} />,
          label: name,
          detail: isSubscribed ? undefined : text('compose.notSubscribed'),
          denied: denialOf({ kind: 'post', channelId }),
        }))
  const list = useSuggestionList({
    items,
    onPick: ({ channelId }) => {
      setTyped(undefined)
      const isOther = channelId !== to.channelId
      setRecipient({
        kind: 'topic',
        channelId,
        topic: isOther && useCompose.getState().text === '' ? '' : to.topic,
      })
      requestFocus(to.topic === '' || isOther ? 'topic' : 'text')
    },
    onClose: () => setTyped(undefined),
  })
  return (
    <div className={styles.field}>
      {channel !== undefined && <ChannelGlyph channelId={channel.stream_id} />}
      <input
        {...list.field}
        ref={field}
        value={typed ?? channel?.name ?? ''}
        placeholder={text('compose.chooseChannel')}
        aria-label={text('compose.channel')}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (list.onKeyDown(event)) return
          if (event.key === 'ArrowDown' && typed === undefined) setTyped('')
        }}
        onFocus={(event) => event.target.select()}
        onClick={() => setTyped((before) => before ?? '')}
        onBlur={() => setTyped(undefined)}
      />
      <SuggestionList {...list.list} side="top" label={text('compose.channel')} />
    </div>
  )
}
