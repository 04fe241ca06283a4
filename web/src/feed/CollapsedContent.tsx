import type { FetchedMessage } from '@loquat/contract'
import { toggleCollapsed } from '../messages/collapse.ts'
import { useText } from '../texts/texts.tsx'
import styles from './Message.module.css'
import { plainText } from './plain-text.ts'

/** A message that the reader collapsed to one line. */
export function CollapsedContent({ message }: { message: FetchedMessage }) {
  const text = useText()
  return (
    <div className={styles.collapsed}>
      <span dir="auto">{plainText(message.content, 200)}</span>
      <button type="button" aria-expanded="false" onClick={() => void toggleCollapsed(message.id)}>
        {text('message.showAll')}
      </button>
    </div>
  )
}
