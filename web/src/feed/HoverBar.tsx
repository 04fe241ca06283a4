import type { FetchedMessage } from '@loquat/contract'
import { Ellipsis } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '../components/Button.tsx'
import { Menu } from '../components/Menu.tsx'
import { rowOf } from '../keyboard/target.ts'
import { useMessageCommands } from '../messages/commands/use-message-commands.ts'
import type { FeedView } from '../navigation/narrow.ts'
import { useText } from '../texts/texts.tsx'
import styles from './Message.module.css'
import { MessageMenu } from './MessageMenu.tsx'
import { useSelection } from './selection.ts'

const ReactionPicker = lazy(() =>
  import('./ReactionPicker.tsx').then((one) => ({ default: one.ReactionPicker })),
)

/** The most common message commands, over the corner of a message. It never changes the height of a row. */
export function HoverBar({ message, view }: { message: FetchedMessage; view: FeedView }) {
  const text = useText()
  const [isPicking, setPicking] = useState(false)
  const actions = useMessageCommands('bar', message, view)
  return (
    <div className={styles.hover} role="toolbar" aria-label={text('message.actions')}>
      {actions.map(({ id, label, keys, icon, denied, run }) => {
        const opensPicker = id === 'react'
        return (
          <IconButton
            key={id}
            tabIndex={-1}
            label={label}
            keys={keys}
            icon={icon}
            denied={denied}
            data-react={opensPicker || undefined}
            data-state={opensPicker && isPicking ? 'open' : undefined}
            onClick={opensPicker ? () => setPicking(true) : run}
          />
        )
      })}
      <Menu
        label={text('message.actions')}
        // Keys act on the selected message. With the focus on a button, some would press it instead.
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
