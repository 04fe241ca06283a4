import type { ModernPresence, RegisteredUser } from '@loquat/contract'
import { MoreHorizontal } from 'lucide-react'
import { type Ref, useState } from 'react'
import { IconButton } from '../../components/Button.tsx'
import { Menu, MenuItem } from '../../components/Menu.tsx'
import named from '../../components/NamedLines.module.css'
import { ago } from '../../lib/ago.ts'
import { dateFormat } from '../../lib/zoned.ts'
import { addressOf, navigate } from '../../navigation/router.ts'
import { Avatar } from '../../people/Avatar.tsx'
import { useGuestExpiries } from '../../people/guest-expiry.ts'
import { reactivatePerson } from '../../people/people-actions.ts'
import { useOrg } from '../../session/session.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { useLocale, useText } from '../../texts/texts.tsx'
import { BulkDeleteDialog } from '../moderation/BulkDeleteDialog.tsx'
import { GuestExpiryDialog } from '../moderation/GuestExpiryDialog.tsx'
import { Deactivate } from '../profile/Deactivate.tsx'
import styles from './Organization.module.css'
import { RoleSelect } from './RoleSelect.tsx'

interface Props {
  person: RegisteredUser
  index: number
  offset: number
  /** Measures the row: long names wrap in narrow windows. */
  ref: Ref<HTMLDivElement>
  isFormer: boolean
  /** Imported, and never used since. */
  isUnused: boolean
}

export function PersonRow({ person, index, offset, isFormer, isUnused, ref }: Props) {
  const text = useText()
  const locale = useLocale()
  const isAdmin = useOrg((org) => org.is_admin === true)
  const isOwner = useOrg((org) => org.is_owner === true)
  const me = useOrg((org) => org.user_id)
  const seen = useOrg(
    (org) => (org.presences?.[String(person.user_id)] as ModernPresence | undefined)?.active_timestamp,
  )
  const [isDeactivating, setDeactivating] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const [isExpiring, setExpiring] = useState(false)
  const denied = !isAdmin
    ? text('organization.administratorsOnly')
    : person.is_owner && !isOwner
      ? text('organization.ownersOnly')
      : undefined
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed by hand
    // biome-ignore lint/a11y/useFocusableInteractive: its contents can be focused
    <div
      ref={ref}
      data-index={index}
      className={styles.person}
      role="row"
      aria-rowindex={index + 1}
      style={{ translate: `0 ${offset}px` }}
    >
      <Avatar userId={person.user_id} size={36} />
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div className={named.lines} role="cell">
        <a href={addressOf({ kind: 'person', userId: person.user_id })} dir="auto" title={person.full_name}>
          {person.full_name}
        </a>
        {person.delivery_email === null ? (
          <span className={styles.soft}>{text('organization.people.hiddenAddress')}</span>
        ) : (
          <span className={styles.soft} dir="auto" title={person.delivery_email}>
            {person.delivery_email}
          </span>
        )}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="cell">
        <RoleSelect person={person} denied={denied} isFixed={isFormer || person.user_id === me} />
        {isAdmin && person.is_guest && !isFormer && <GuestUntil userId={person.user_id} />}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div className={styles.soft} role="cell" data-unused={isUnused}>
        {isUnused
          ? text('organization.people.imported')
          : seen !== undefined && seen !== 0 && <time>{ago(seen, Date.now() / 1_000, locale)}</time>}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="cell">
        <Menu
          label={person.full_name}
          trigger={
            <IconButton
              label={text('organization.people.more', { name: person.full_name })}
              icon={<MoreHorizontal size={18} />}
            />
          }
        >
          <MenuItem onSelect={() => navigate({ kind: 'person', userId: person.user_id })}>
            {text('organization.people.profile')}
          </MenuItem>
          {!isFormer && person.is_guest && (
            <MenuItem denied={denied} onSelect={() => setExpiring(true)}>
              {text('guest.expiry')}
            </MenuItem>
          )}
          <MenuItem danger denied={denied} onSelect={() => setDeleting(true)}>
            {text('moderation.bulk.menu')}
          </MenuItem>
          {isFormer ? (
            <MenuItem
              denied={denied}
              onSelect={async () => void showProblemToast(await reactivatePerson(person.user_id))}
            >
              {text('profile.reactivate')}
            </MenuItem>
          ) : (
            <MenuItem danger denied={denied} onSelect={() => setDeactivating(true)}>
              {text('profile.deactivate')}
            </MenuItem>
          )}
        </Menu>
        {isDeleting && <BulkDeleteDialog person={person} onClose={() => setDeleting(false)} />}
        {isExpiring && <GuestExpiryDialog person={person} onClose={() => setExpiring(false)} />}
        {isDeactivating && <Deactivate person={person} onClose={() => setDeactivating(false)} />}
      </div>
    </div>
  )
}

/** The last day of a guest account that expires. */
function GuestUntil({ userId }: { userId: number }) {
  const text = useText()
  const locale = useLocale()
  const { value } = useGuestExpiries()
  const expiresAt = value?.find((one) => one.user_id === userId)?.expires_at
  if (expiresAt === undefined) return null
  // The account ends with the day.
  const date = dateFormat(locale, { dateStyle: 'medium' }).format((expiresAt - 1) * 1_000)
  return <div className={`${styles.soft} ${styles.until}`}>{text('guest.until', { date })}</div>
}
