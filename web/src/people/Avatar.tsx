import { useState } from 'react'
import styles from './Avatar.module.css'
import { isOwnPicture } from './own-picture.ts'
import { useIsInactive, usePerson } from './people.ts'
import { usePresence } from './presence.ts'

interface Props {
  userId: number
  /** `density`: as the spacing setting says. */
  size?: 20 | 28 | 36 | 64 | 'density'
  /** Shows a presence dot. */
  presence?: boolean
}

/** Decorative: the name is displayed beside it. */
export function Avatar({ userId, size = 36, presence = false }: Props) {
  const person = usePerson(userId)
  const isInactive = useIsInactive(userId)
  const [isBroken, setBroken] = useState(false)
  const own = isOwnPicture(person?.avatar_url) && !isBroken
  const length = size === 'density' ? 'var(--lq-avatar)' : `${size}px`
  return (
    <span
      className={styles.avatar}
      data-bot={person?.is_bot || undefined}
      data-inactive={isInactive || undefined}
      style={{ '--size': length, '--hue': String((userId * 137.508) % 360) } as React.CSSProperties}
      aria-hidden="true"
    >
      {own ? (
        <img
          src={
            size === 64 ? `/avatar/${userId}/medium` : `/avatar/${userId}?v=${person?.avatar_version ?? 0}`
          }
          alt=""
          loading="lazy"
          onError={() => setBroken(true)}
        />
      ) : (
        <span className={styles.initials} data-initials={initialsOf(person?.full_name ?? '?')} />
      )}
      {presence && !person?.is_bot && <PresenceDot userId={userId} />}
    </span>
  )
}

function PresenceDot({ userId }: { userId: number }) {
  const presence = usePresence(userId)
  return presence === undefined ? null : <span className={styles.presence} data-presence={presence} />
}

/** Initials of the first and last word; one character for scripts without case. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const [first = '?'] = [...(words[0] ?? '?')]
  if (first.toLowerCase() === first.toUpperCase()) return first
  const [last = ''] = words.length > 1 ? [...(words.at(-1) ?? '')] : []
  return (first + last).toUpperCase()
}

/** Avatars of several people, side by side. */
export function AvatarStack({
  userIds,
  most = 3,
  size = 20,
}: {
  userIds: readonly number[]
  most?: number
  size?: 20 | 28
}) {
  return (
    <span className={styles.stack}>
      {userIds.slice(0, most).map((id) => (
        <Avatar key={id} userId={id} size={size} />
      ))}
    </span>
  )
}
