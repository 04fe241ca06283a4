import type { ReactNode } from 'react'
import { ChannelGlyph } from '../channels/ChannelGlyph.tsx'
import { useSubscription } from '../channels/channels.ts'
import { hueOf } from '../lib/color.ts'
import styles from './HistoryStart.module.css'

/** Not a heading or article: screen readers got the name from the header. */
export const StartCard = ({
  picture,
  name,
  children,
}: {
  picture: ReactNode
  name: ReactNode
  children: ReactNode
}) => (
  <div className={styles.card}>
    <div className={styles.picture}>{picture}</div>
    <div className={styles.words}>
      <h2 role="presentation" dir="auto">
        {name}
      </h2>
      {children}
    </div>
  </div>
)

export const LargeChannelGlyph = ({ channelId }: { channelId: number }) => {
  const color = useSubscription(channelId)?.color
  return (
    <span className={styles.glyph} style={{ '--hue': hueOf(color) } as React.CSSProperties}>
      <ChannelGlyph channelId={channelId} size={22} />
    </span>
  )
}
