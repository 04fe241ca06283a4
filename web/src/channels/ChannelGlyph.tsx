import { Globe, Hash, Lock } from 'lucide-react'
import { hueOf } from '../lib/color.ts'
import styles from './ChannelGlyph.module.css'
import { useChannel, useSubscription } from './channels.ts'

/** The kind of a channel (public, private, web-public) in its color. Decorative: the name is beside it. */
export function ChannelGlyph({ channelId, size = 16 }: { channelId: number; size?: number }) {
  const channel = useChannel(channelId)
  const color = useSubscription(channelId)?.color
  const Icon = channel?.invite_only ? Lock : channel?.is_web_public ? Globe : Hash
  return (
    <span
      className={styles.glyph}
      data-colored={color !== undefined || undefined}
      style={{ '--hue': hueOf(color) } as React.CSSProperties}
      aria-hidden="true"
    >
      <Icon size={size} strokeWidth={2} />
    </span>
  )
}
