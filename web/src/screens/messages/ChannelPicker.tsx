import { useId, useState } from 'react'
import { ChannelGlyph } from '../../channels/ChannelGlyph.tsx'
import { useChannel } from '../../channels/channels.ts'
import fields from '../../components/Field.module.css'
import { SuggestionList } from '../../components/SuggestionList.tsx'
import { useSuggestionList } from '../../components/use-suggestion-list.ts'
import { channelOptions } from '../../suggestions/suggest-options.ts'
import { suggestChannels } from '../../suggestions/suggest-order.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './Dialogs.module.css'

interface Props {
  label: string
  channelId: number
  onChange: (channelId: number) => void
}

/** Chooses a subscribed channel by typing a part of its name. */
export function ChannelPicker({ label, channelId, onChange }: Props) {
  const text = useText()
  const id = useId()
  const channel = useChannel(channelId)
  const [typed, setTyped] = useState<string>()
  const items =
    typed === undefined
      ? []
      : suggestChannels(
          typed,
          channelOptions().filter(({ isSubscribed }) => isSubscribed),
        ).map(({ channelId: found, name }) => ({
          key: String(found),
          found,
          icon: <ChannelGlyph channelId={found} />,
          label: name,
        }))
  const list = useSuggestionList({
    items,
    onPick: ({ found }) => {
      setTyped(undefined)
      onChange(found)
    },
    onClose: () => setTyped(undefined),
  })
  const isUnknown = typed !== undefined && typed.trim() !== '' && items.length === 0
  return (
    <div className={`${fields.field} ${styles.picker}`}>
      <label htmlFor={id}>{label}</label>
      <input
        {...list.field}
        id={id}
        dir="auto"
        autoComplete="off"
        value={typed ?? channel?.name ?? ''}
        placeholder={text('move.findChannel')}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onClick={() => setTyped((before) => before ?? '')}
        onBlur={() => setTyped(undefined)}
        onKeyDown={(event) => {
          if (!list.onKeyDown(event) && event.key === 'ArrowDown' && typed === undefined) setTyped('')
        }}
      />
      <SuggestionList {...list.list} label={label} />
      {isUnknown && (
        <p className={fields.problem} role="alert">
          {text('move.noChannel')}
        </p>
      )}
    </div>
  )
}
