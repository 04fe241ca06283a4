import { useOrg } from '../session/session.ts'
import styles from './Emoji.module.css'
import { characters } from './emoji-characters.ts'

interface Props {
  /** Empty if the name is displayed beside it. */
  name: string
  code: string
  type: string
  title?: string
  size?: number
}

/** An emoji: a Unicode character or a custom image. */
export function Emoji({ name, code, type, title, size = 18 }: Props) {
  const custom = useOrg((org) => (type === 'unicode_emoji' ? undefined : org.realm_emoji?.[code]))
  if (type === 'unicode_emoji') {
    return (
      <span
        className={styles.emoji}
        {...(name === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
        title={title}
        translate="no"
        style={{ fontSize: size }}
      >
        {characters(code)}
      </span>
    )
  }
  const source =
    type === 'realm_emoji' ? custom?.source_url : '/static/generated/emoji/images/emoji/unicode/chat.png'
  return <img className={styles.picture} src={source} alt={name} title={title} width={size} height={size} />
}
