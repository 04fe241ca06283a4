import { Button } from '../../components/Button.tsx'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { channelKey } from '../forms/options.tsx'

interface SetProps {
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Buttons that add or remove all channels of a set. */
export function ChannelSetButtons({ chosen, onChange }: SetProps) {
  const text = useText()
  const sets = useOrg((org) => org.realm_default_stream_groups)
  if (sets === undefined || sets.length === 0) return null
  return (
    <div className={lists.buttons}>
      {sets.map((set) => {
        const keys = set.streams.map(channelKey)
        const isIn = keys.every((key) => chosen.includes(key))
        return (
          <Button
            key={set.id}
            size="small"
            aria-pressed={isIn}
            title={set.description}
            onClick={() =>
              onChange(
                isIn ? chosen.filter((key) => !keys.includes(key)) : [...new Set([...chosen, ...keys])],
              )
            }
          >
            {text('organization.invite.set', { name: set.name, count: keys.length })}
          </Button>
        )
      })}
    </div>
  )
}
