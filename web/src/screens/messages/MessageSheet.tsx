import { Check, Eye, EyeOff, Plus, Undo2, UserRound, Volume2, VolumeX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { toggleFollow, toggleMute, toggleResolved } from '../../channels/topic-actions.ts'
import { isResolved } from '../../channels/topic-names.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { Emoji } from '../../components/Emoji.tsx'
import { EmojiPicker } from '../../components/EmojiPicker.tsx'
import { type EmojiChoice, useEmoji } from '../../emoji/emoji.ts'
import { useMessageActions } from '../../feed/use-message-actions.tsx'
import { rowOf } from '../../keyboard/target.ts'
import { useTopicPolicy } from '../../lib/derived.ts'
import { useMessage } from '../../messages/messages.ts'
import { toggleReaction } from '../../messages/reactions.ts'
import { closeSheet } from '../../messages/sheet.ts'
import { type FeedView, isFeed } from '../../navigation/narrow.ts'
import { useView } from '../../navigation/router.ts'
import { openPerson } from '../../shell/person-card.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './MessageSheet.module.css'
import { quickReactions } from './quick-reactions.ts'

type Shown = NonNullable<ReturnType<typeof useMessage>>

/** On touch screens, what can be done with a message that was held. */
export function MessageSheet({ messageId }: { messageId: number }) {
  const text = useText()
  const message = useMessage(messageId)
  const view = useView()
  const [isPicking, setPicking] = useState(false)
  if (message === undefined || !isFeed(view)) return null
  const react = ({ name, code, type }: EmojiChoice) => {
    closeSheet()
    void toggleReaction(messageId, { emoji_name: name, emoji_code: code, reaction_type: type })
  }
  return (
    <Dialog title={text('message.actions')} size="small" bare onClose={closeSheet}>
      {isPicking ? (
        <EmojiPicker onPick={react} />
      ) : (
        <div className={styles.sheet}>
          <Quick onReact={react} onMore={() => setPicking(true)} />
          <Actions message={message} view={view} />
        </div>
      )}
    </Dialog>
  )
}

function Quick({ onReact, onMore }: { onReact: (emoji: EmojiChoice) => void; onMore: () => void }) {
  const text = useText()
  const { custom, sections } = useEmoji()
  return (
    <div className={styles.reactions} role="toolbar" aria-label={text('message.react')}>
      {quickReactions(custom, sections).map((emoji) => (
        <button key={emoji.name} type="button" aria-label={emoji.name} onClick={() => onReact(emoji)}>
          <Emoji name="" code={emoji.code} type={emoji.type} size={26} />
        </button>
      ))}
      <button type="button" aria-label={text('message.moreReactions')} onClick={onMore}>
        <Plus size={22} aria-hidden="true" />
      </button>
    </div>
  )
}

function Actions({ message, view }: { message: Shown; view: FeedView }) {
  const text = useText()
  const { id, sender_id: senderId, sender_full_name: name, stream_id: channelId, subject: topic } = message
  const groups = useMessageActions(message, view)
  const about = () => {
    const row = rowOf(id)
    if (row !== null) openPerson(senderId, row.querySelector<HTMLElement>('button') ?? row)
  }
  return groups.map((actions, at) => (
    <div key={at} className={styles.group}>
      {actions.map(({ id, icon, label, denied, isDangerous, run }) => (
        <Item key={id} icon={icon} label={label} denied={denied} isDangerous={isDangerous} run={run} />
      ))}
      {at === 1 && (
        <Item icon={<UserRound size={18} />} label={text('message.sender', { name })} run={about} />
      )}
      {at === 1 && channelId !== undefined && <TopicItems channelId={channelId} topic={topic} />}
    </div>
  ))
}

/** There is no room for these in the header of a phone, and messages of other topics have no header at all. */
function TopicItems({ channelId, topic }: { channelId: number; topic: string }) {
  const text = useText()
  const policy = useTopicPolicy(channelId, topic)
  const isDone = isResolved(topic)
  return (
    <>
      <Item
        icon={policy === 3 ? <EyeOff size={18} /> : <Eye size={18} />}
        label={text(policy === 3 ? 'message.unfollow' : 'message.follow')}
        run={() => void toggleFollow(channelId, topic)}
      />
      <Item
        icon={policy === 1 ? <Volume2 size={18} /> : <VolumeX size={18} />}
        label={text(policy === 1 ? 'message.unmute' : 'message.mute')}
        run={() => void toggleMute(channelId, topic)}
      />
      <Item
        icon={isDone ? <Undo2 size={18} /> : <Check size={18} />}
        label={text(isDone ? 'message.reopen' : 'message.resolve')}
        run={() => void toggleResolved(channelId, topic)}
      />
    </>
  )
}

interface ItemProps {
  icon: ReactNode
  label: string
  denied?: string | undefined
  isDangerous?: boolean | undefined
  run: () => void
}

/** There are no tooltips for fingers: the reason stands under what cannot be done. */
function Item({ icon, label, denied, isDangerous, run }: ItemProps) {
  return (
    <button
      type="button"
      className={styles.item}
      data-danger={isDangerous || undefined}
      aria-disabled={denied !== undefined || undefined}
      onClick={() => {
        if (denied !== undefined) return
        closeSheet()
        run()
      }}
    >
      {icon}
      <span dir="auto">
        {label}
        {denied !== undefined && <small>{denied}</small>}
      </span>
    </button>
  )
}
