import type { FetchedMessage } from '@loquat/contract'
import { componentsType } from '@loquat/contract/light'
import { lazy, Suspense } from 'react'
import { useEphemeralBelow } from '../interactions/ephemeral.ts'

const Components = lazy(() =>
  import('../screens/interactions/Components.tsx').then((one) => ({ default: one.Components })),
)
const Ephemeral = lazy(() =>
  import('../screens/interactions/Ephemeral.tsx').then((one) => ({ default: one.Ephemeral })),
)

/** Buttons and menus of a bot's message, and texts of the bot that only the reader sees. Loaded where they are needed. */
export function MessageExtras({ message }: { message: FetchedMessage }) {
  const below = useEphemeralBelow(message.id)
  const hasComponents = message.submessages.some((one) => one.msg_type === componentsType)
  if (!hasComponents && below.length === 0) return null
  return (
    <Suspense fallback={null}>
      {hasComponents && <Components message={message} />}
      {below.map((one) => (
        <Ephemeral key={one.ephemeral_id} shown={one} />
      ))}
    </Suspense>
  )
}
