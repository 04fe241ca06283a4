import type { EphemeralMessageObject } from '@loquat/contract'
import { EyeOff, X } from 'lucide-react'
import { IconButton } from '../../components/Button.tsx'
import { MessageContent } from '../../feed/MessageContent.tsx'
import { dismissEphemeral } from '../../interactions/ephemeral.ts'
import { usePerson } from '../../people/people.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './Interactions.module.css'

interface Props {
  shown: EphemeralMessageObject
  /** Above the compose box instead of below a message. */
  isApart?: boolean
}

/** A text of a bot that only the reader sees. */
export function Ephemeral({ shown, isApart }: Props) {
  const text = useText()
  const name = usePerson(shown.sender_id)?.full_name ?? ''
  return (
    <section className={styles.ephemeral} data-apart={isApart || undefined} role="status">
      <header>
        <EyeOff size={14} aria-hidden="true" />
        <span>{text('interactions.onlyYou', { name })}</span>
        <IconButton
          label={text('interactions.dismiss')}
          size="small"
          icon={<X size={14} />}
          onClick={() => dismissEphemeral(shown.ephemeral_id)}
        />
      </header>
      <MessageContent html={shown.rendered_content} />
    </section>
  )
}
