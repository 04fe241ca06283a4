import type { DefaultChannelGroupObject } from '@loquat/contract'
import { subscribeToAll } from '../../channels/channel-sets.ts'
import { subscriptionsById } from '../../channels/channels.ts'
import { Button } from '../../components/Button.tsx'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './Channels.module.css'

interface Props {
  chosen: DefaultChannelGroupObject | undefined
  onChoose: (group: DefaultChannelGroupObject | undefined) => void
}

/** Channel sets of the organization, to filter the list and to join all channels of a set. */
export function ChannelSets({ chosen, onChoose }: Props) {
  const text = useText()
  const groups = useOrg((org) => org.realm_default_stream_groups)
  const own = useOrg(subscriptionsById)
  if (groups === undefined || groups.length === 0) return null
  const missing = chosen?.streams.filter((id) => !own.has(id)) ?? []
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: not a form */}
      <div className={styles.sets} role="group" aria-label={text('channels.sets')}>
        <span aria-hidden="true">{text('channels.sets')}</span>
        {groups.map((group) => (
          <button
            key={group.id}
            type="button"
            aria-pressed={chosen?.id === group.id}
            onClick={() => onChoose(chosen?.id === group.id ? undefined : group)}
          >
            <bdi>{group.name}</bdi>
          </button>
        ))}
      </div>
      {chosen !== undefined && (
        <div className={styles.set}>
          <p dir="auto">{chosen.description}</p>
          {missing.length > 0 && (
            <Button size="small" onClick={() => void subscribeToAll(missing)}>
              {text('channels.joinAll', { count: missing.length })}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
