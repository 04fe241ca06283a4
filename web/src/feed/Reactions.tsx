import type { FetchedMessage } from '@loquat/contract'
import { Tooltip } from '../components/Tooltip.tsx'
import { Emoji } from '../emoji/Emoji.tsx'
import { tonedCode } from '../emoji/skin-tones.ts'
import { inOwnTone, toggleReaction } from '../messages/reactions.ts'
import { peopleById } from '../people/people.ts'
import { myId, useOrg } from '../session/session.ts'
import { useLocale, useText } from '../texts/texts.tsx'
import { groupReactions } from './group-reactions.ts'
import styles from './Message.module.css'

const maxShownTones = 3

const listFormats = new Map<string, Intl.ListFormat>()

/** One per language, because each row would create its own while the feed scrolls. */
function listFormat(locale: string): Intl.ListFormat {
  const format = listFormats.get(locale) ?? new Intl.ListFormat(locale, { type: 'conjunction' })
  listFormats.set(locale, format)
  return format
}

/** Reactions to a message, in the order of first use. */
export function Reactions({ message }: { message: FetchedMessage }) {
  const text = useText()
  const locale = useLocale()
  const people = useOrg(peopleById)
  const showsNames = useOrg((org) => org.user_settings?.display_emoji_reaction_users === true)
  const me = myId()
  const few = message.reactions.length <= 3
  const list = listFormat(locale)
  return (
    <div className={styles.reactions}>
      {groupReactions(message.reactions).map(({ emoji, userIds, tones }) => {
        const isOwn = userIds.includes(me)
        const names = userIds.map((id) =>
          id === me ? text('common.you') : (people.get(id)?.full_name ?? '?'),
        )
        const shown = showsNames && few ? names.map((name) => name.split(' ')[0]).join(', ') : undefined
        const label = [
          text('message.reaction', { emoji: emoji.emoji_name, count: userIds.length }),
          ...(shown === undefined ? (isOwn ? [text('message.youReacted')] : []) : [shown]),
        ].join(', ')
        return (
          <Tooltip
            key={`${emoji.reaction_type}:${emoji.emoji_code}`}
            text={text('message.reactedWith', { names: list.format(names), emoji: emoji.emoji_name })}
          >
            <button
              type="button"
              className={styles.reaction}
              aria-pressed={isOwn}
              aria-label={label}
              onClick={() => void toggleReaction(message.id, inOwnTone(emoji))}
            >
              {tones.slice(0, maxShownTones).map((tone, at) => (
                <Emoji
                  key={tone}
                  name={at === 0 ? emoji.emoji_name : ''}
                  code={tonedCode(emoji.emoji_code, tone)}
                  type={emoji.reaction_type}
                  size={16}
                />
              ))}
              {shown ?? userIds.length}
            </button>
          </Tooltip>
        )
      })}
    </div>
  )
}
