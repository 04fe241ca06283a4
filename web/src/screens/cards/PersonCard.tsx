import { AtSign, MessageCircle, UserRound } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useMemo } from 'react'
import { Button } from '../../components/Button.tsx'
import { mention } from '../../compose/mention.ts'
import { localTimeOf } from '../../lib/local-time.ts'
import { useBackCloses } from '../../navigation/overlay-history.ts'
import { navigate } from '../../navigation/router.ts'
import { Avatar } from '../../people/Avatar.tsx'
import { GuestMark } from '../../people/GuestMark.tsx'
import { useIsInactive, usePerson } from '../../people/people.ts'
import { usePresence } from '../../people/presence.ts'
import { StatusEmoji } from '../../people/StatusEmoji.tsx'
import { myId, useOrg } from '../../session/session.ts'
import { isNarrow } from '../../shell/layout.ts'
import { closeCard } from '../../shell/person-card.ts'
import { useLocale, useText } from '../../texts/texts.tsx'
import { OwnCardActions } from './OwnCardActions.tsx'
import styles from './PersonCard.module.css'

/** A popover with a summary of a user. */
export function PersonCard({ userId, anchor }: { userId: number; anchor: HTMLElement }) {
  const text = useText()
  const locale = useLocale()
  const person = usePerson(userId)
  const presence = usePresence(userId)
  const isInactive = useIsInactive(userId)
  const status = useOrg((org) => org.user_status?.[String(userId)]?.status_text)
  const owner = usePerson(person?.bot_owner_id ?? 0)
  const reference = useMemo(() => ({ current: anchor }), [anchor])
  useBackCloses(closeCard)
  if (person === undefined) return null
  const isMe = userId === myId()
  const go = (act: () => void) => () => {
    closeCard()
    act()
  }
  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && closeCard()}>
      <Popover.Anchor virtualRef={reference} />
      <Popover.Portal>
        <Popover.Content
          className={styles.card}
          side={isNarrow() ? 'bottom' : 'right'}
          align="start"
          sideOffset={8}
          collisionPadding={8}
          aria-label={person.full_name}
        >
          <div className={styles.head}>
            <Avatar userId={userId} size={64} presence />
            <div>
              <p className={styles.name} dir="auto">
                {person.full_name}
                <GuestMark userId={userId} /> <StatusEmoji userId={userId} />
              </p>
              <p className={styles.soft}>
                {isInactive
                  ? text('person.deactivated')
                  : person.is_bot
                    ? text('card.botOf', { name: owner?.full_name ?? '–' })
                    : text(`role.${person.role}`)}
              </p>
              {presence !== undefined && !person.is_bot && !isInactive && (
                <p className={styles.soft}>{text(`presence.${presence}`)}</p>
              )}
            </div>
          </div>
          {status !== undefined && status !== '' && <p dir="auto">{status}</p>}
          <dl className={styles.facts}>
            {person.timezone !== undefined && person.timezone !== '' && !person.is_bot && (
              <>
                <dt>{text('card.localTime')}</dt>
                <dd>{localTimeOf(person.timezone, locale)}</dd>
              </>
            )}
            {person.delivery_email !== null && (
              <>
                <dt>{text('session.email')}</dt>
                <dd className={styles.email} dir="auto">
                  {person.delivery_email}
                </dd>
              </>
            )}
          </dl>
          <div className={styles.actions}>
            {!isInactive && (
              <Button
                size="small"
                kind="primary"
                onClick={go(() => navigate({ kind: 'dm', userIds: isMe ? [] : [userId] }))}
              >
                <MessageCircle size={15} aria-hidden="true" />
                {text(isMe ? 'dm.notesToSelf' : 'card.message')}
              </Button>
            )}
            {!isMe && !isInactive && (
              <Button size="small" onClick={go(() => mention(userId))}>
                <AtSign size={15} aria-hidden="true" />
                {text('card.mention')}
              </Button>
            )}
            <Button size="small" onClick={go(() => navigate({ kind: 'person', userId }))}>
              <UserRound size={15} aria-hidden="true" />
              {text('menu.profile')}
            </Button>
            {isMe && <OwnCardActions go={go} />}
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
