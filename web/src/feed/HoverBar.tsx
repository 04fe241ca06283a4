import type { FetchedMessage } from '@loquat/contract'
import { Ellipsis, Reply, SmilePlus, Star, ThumbsUp } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '../components/Button.tsx'
import { Menu } from '../components/Menu.tsx'
import { replyTo } from '../compose/compose.ts'
import { rowOf } from '../keyboard/target.ts'
import { toggleStar } from '../messages/message-actions.ts'
import { toggleReaction } from '../messages/reactions.ts'
import type { FeedView } from '../navigation/narrow.ts'
import { useText } from '../texts/texts.tsx'
import styles from './Message.module.css'
import { MessageMenu } from './MessageMenu.tsx'
import { useSelection } from './selection.ts'

const ReactionPicker = lazy(() =>
  import('./ReactionPicker.tsx').then((one) => ({ default: one.ReactionPicker })),
)

const thumbsUp = { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' } as const

/** What one does most with a message. It lies over the corner and never changes a height. */
export function HoverBar({ message, view }: { message: FetchedMessage; view: FeedView }) {
  const text = useText()
  const [isPicking, setPicking] = useState(false)
  const isStarred = message.flags.includes('starred')
  return (
    <div className={styles.hover} role="toolbar" aria-label={text('message.actions')}>
      <IconButton
        tabIndex={-1}
        label={text('message.thumbsUp')}
        keys="+"
        icon={<ThumbsUp size={16} />}
        onClick={() => void toggleReaction(message.id, thumbsUp)}
      />
      <IconButton
        tabIndex={-1}
        label={text('message.react')}
        keys=":"
        data-react="true"
        icon={<SmilePlus size={16} />}
        data-state={isPicking ? 'open' : undefined}
        onClick={() => setPicking(true)}
      />
      <IconButton
        tabIndex={-1}
        label={text('message.reply')}
        keys="R"
        icon={<Reply size={16} />}
        onClick={() => replyTo(message)}
      />
      <IconButton
        tabIndex={-1}
        label={text(isStarred ? 'message.unstar' : 'message.star')}
        keys="Ctrl+S"
        icon={<Star size={16} fill={isStarred ? 'currentColor' : 'none'} />}
        onClick={() => void toggleStar(message.id)}
      />
      <Menu
        label={text('message.actions')}
        // Keys are about the selected message: with the focus on a button, some would press that.
        focusAfter={() => (useSelection.getState().selected === message.id ? rowOf(message.id) : null)}
        trigger={
          <IconButton
            tabIndex={-1}
            label={text('message.more')}
            keys="I"
            data-menu="true"
            icon={<Ellipsis size={16} />}
          />
        }
      >
        <MessageMenu message={message} view={view} />
      </Menu>
      {isPicking && (
        <Suspense fallback={null}>
          <ReactionPicker messageId={message.id} onClose={() => setPicking(false)} />
        </Suspense>
      )}
    </div>
  )
}
