import { ArrowRightLeft, Link, MailOpen, PenLine, Quote, Reply, Star, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog } from '../../components/Dialog.tsx'
import { characters } from '../../components/Emoji.tsx'
import { copyMessageLink, markUnreadFrom, toggleStar } from '../../state/actions/messages.ts'
import { quote } from '../../state/actions/quote.ts'
import { toggleReaction } from '../../state/actions/reactions.ts'
import { askToDelete } from '../../state/asking.ts'
import { replyTo } from '../../state/compose.ts'
import { openMove } from '../../state/dialogs.ts'
import { startEditing } from '../../state/editing.ts'
import { feedFor } from '../../state/feeds.ts'
import { useMessage } from '../../state/messages.ts'
import { isFeed } from '../../state/narrow.ts'
import { useView } from '../../state/router.ts'
import { myId } from '../../state/session.ts'
import { closeSheet } from '../../state/sheet.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './Dialogs.module.css'

const quick = [
  { emoji_name: '+1', emoji_code: '1f44d' },
  { emoji_name: 'heart', emoji_code: '2764' },
  { emoji_name: 'joy', emoji_code: '1f602' },
  { emoji_name: 'tada', emoji_code: '1f389' },
  { emoji_name: 'eyes', emoji_code: '1f440' },
  { emoji_name: 'check', emoji_code: '2705' },
] as const

/** On touch screens, what can be done with a message that was held. */
export function MessageSheet({ messageId }: { messageId: number }) {
  const text = useText()
  const message = useMessage(messageId)
  const view = useView()
  if (message === undefined) return null
  const { stream_id: channelId, subject: topic } = message
  const isOwn = message.sender_id === myId()
  const item = (icon: ReactNode, label: string, act: () => void) => (
    <button
      type="button"
      onClick={() => {
        closeSheet()
        act()
      }}
    >
      {icon}
      {label}
    </button>
  )
  return (
    <Dialog title={text('message.actions')} size="small" bare onClose={closeSheet}>
      <div className={styles.sheet}>
        <div className={styles.reactions}>
          {quick.map((emoji) => (
            <button
              key={emoji.emoji_code}
              type="button"
              aria-label={emoji.emoji_name}
              onClick={() => {
                closeSheet()
                void toggleReaction(messageId, { ...emoji, reaction_type: 'unicode_emoji' })
              }}
            >
              {characters(emoji.emoji_code)}
            </button>
          ))}
        </div>
        {item(<Reply size={18} />, text('message.reply'), () => replyTo(message))}
        {item(<Quote size={18} />, text('message.quote'), () => void quote(message))}
        {isOwn && item(<PenLine size={18} />, text('message.edit'), () => void startEditing(messageId))}
        {item(
          <Star size={18} />,
          text(message.flags.includes('starred') ? 'message.unstar' : 'message.star'),
          () => void toggleStar(messageId),
        )}
        {item(<Link size={18} />, text('common.copyLink'), () => void copyMessageLink(messageId))}
        {isFeed(view) &&
          item(
            <MailOpen size={18} />,
            text('message.markUnread'),
            () => void markUnreadFrom(messageId, feedFor(view).snapshot().ids),
          )}
        {channelId !== undefined &&
          item(<ArrowRightLeft size={18} />, text('message.move'), () =>
            openMove({ channelId, topic, messageId }),
          )}
        {isOwn && item(<Trash2 size={18} />, text('message.delete'), () => askToDelete(messageId))}
      </div>
    </Dialog>
  )
}
