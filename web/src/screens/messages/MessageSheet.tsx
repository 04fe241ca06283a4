import type { FetchedMessage } from '@loquat/contract'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '../../components/Dialog.tsx'
import { Emoji } from '../../emoji/Emoji.tsx'
import { EmojiPicker } from '../../emoji/EmojiPicker.tsx'
import { type EmojiChoice, useEmoji } from '../../emoji/emoji.ts'
import { tonedCode, toneOfReaction, useSkinTone } from '../../emoji/skin-tones.ts'
import { commandSections } from '../../messages/commands/message-command.ts'
import { useMessageCommands } from '../../messages/commands/use-message-commands.ts'
import { useMessage } from '../../messages/messages.ts'
import { toggleReaction } from '../../messages/reactions.ts'
import { closeSheet } from '../../messages/sheet.ts'
import { type FeedView, isFeed } from '../../navigation/narrow.ts'
import { useView } from '../../navigation/router.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './MessageSheet.module.css'
import { quickReactions } from './quick-reactions.ts'
import { SheetItem } from './SheetItem.tsx'
import { TopicItems } from './TopicItems.tsx'

/** The commands of a held message, on touch screens. */
export function MessageSheet({ messageId }: { messageId: number }) {
  const text = useText()
  const message = useMessage(messageId)
  const view = useView()
  const [isPicking, setPicking] = useState(false)
  if (message === undefined || !isFeed(view)) return null
  const react = ({ name, code, type, tone }: EmojiChoice) => {
    closeSheet()
    const emoji = { emoji_name: name, emoji_code: code, reaction_type: type }
    void toggleReaction(messageId, { ...emoji, ...toneOfReaction({ code, type, tone }) })
  }
  return (
    <Dialog title={text('message.actions')} size="small" bare onClose={closeSheet}>
      {isPicking ? (
        <EmojiPicker hasTones onPick={react} />
      ) : (
        <div className={styles.sheet}>
          <QuickReactions onReact={react} onMore={() => setPicking(true)} />
          <Actions message={message} view={view} />
        </div>
      )}
    </Dialog>
  )
}

function QuickReactions({ onReact, onMore }: { onReact: (emoji: EmojiChoice) => void; onMore: () => void }) {
  const text = useText()
  const { custom, sections } = useEmoji()
  const tone = useSkinTone()
  return (
    <div className={styles.reactions} role="toolbar" aria-label={text('message.react')}>
      {quickReactions(custom, sections).map((emoji) => (
        <button key={emoji.name} type="button" aria-label={emoji.name} onClick={() => onReact(emoji)}>
          <Emoji
            name=""
            code={emoji.type === 'unicode_emoji' ? tonedCode(emoji.code, tone) : emoji.code}
            type={emoji.type}
            size={26}
          />
        </button>
      ))}
      <button type="button" aria-label={text('message.moreReactions')} onClick={onMore}>
        <Plus size={22} aria-hidden="true" />
      </button>
    </div>
  )
}

function Actions({ message, view }: { message: FetchedMessage; view: FeedView }) {
  const { stream_id: channelId, subject: topic } = message
  const actions = useMessageCommands('sheet', message, view)
  return commandSections.map((section) => (
    <div key={section} className={styles.group}>
      {actions
        .filter((action) => action.section === section)
        .map(({ id, icon, label, denied, isDangerous, run }) => (
          <SheetItem key={id} icon={icon} label={label} denied={denied} isDangerous={isDangerous} run={run} />
        ))}
      {section === 'organize' && channelId !== undefined && (
        <TopicItems channelId={channelId} topic={topic} />
      )}
    </div>
  ))
}
