import { useId } from 'react'
import type { Privacy } from '../../channels/manage-channels.ts'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './Channels.module.css'

const kinds: readonly Privacy[] = ['public', 'private', 'protected', 'web']

interface Props {
  value: Privacy
  denied?: string | undefined
  onChange: (privacy: Privacy) => void
}

/** The privacy of a channel, as four choices. */
export function PrivacyChoice({ value, denied, onChange }: Props) {
  const text = useText()
  const name = useId()
  const mayPublic = useOrg((org) => org.can_create_public_streams === true)
  const mayPrivate = useOrg((org) => org.can_create_private_streams === true)
  const mayWeb = useOrg((org) => org.can_create_web_public_streams === true)
  const hasWeb = useOrg(
    (org) => org.server_web_public_streams_enabled === true && org.realm_enable_spectator_access === true,
  )
  const allowed: Record<Privacy, boolean> = {
    public: mayPublic,
    private: mayPrivate,
    protected: mayPrivate,
    web: mayWeb,
  }
  return (
    <fieldset className={styles.privacy}>
      <legend>{text('channels.privacy')}</legend>
      {kinds
        .filter((kind) => kind !== 'web' || hasWeb || value === 'web')
        .map((kind) => {
          const reason =
            denied ?? (allowed[kind] || kind === value ? undefined : text('channels.privacyDenied'))
          return (
            <label key={kind} className={styles.choice} title={reason}>
              <input
                type="radio"
                name={name}
                checked={kind === value}
                disabled={reason !== undefined}
                onChange={() => onChange(kind)}
              />
              <strong>{text(`channels.privacy.${kind}`)}</strong>
              <span>{text(`channels.privacy.${kind}.effect`)}</span>
            </label>
          )
        })}
    </fieldset>
  )
}
