import { lazy, Suspense } from 'react'
import { useEphemeralIn } from '../interactions/ephemeral.ts'
import { keyOf } from '../navigation/conversation.ts'
import { type FeedView, isConversation } from '../navigation/narrow.ts'

const Ephemeral = lazy(() =>
  import('../screens/interactions/Ephemeral.tsx').then((one) => ({ default: one.Ephemeral })),
)

/** Answers of bots to commands, which only the reader sees, between the messages and the compose box. */
export function EphemeralStrip({ view }: { view: FeedView }) {
  const shown = useEphemeralIn(isConversation(view) ? keyOf(view) : undefined)
  if (shown.length === 0) return null
  return (
    <Suspense fallback={null}>
      {shown.slice(-3).map((one) => (
        <Ephemeral key={one.ephemeral_id} shown={one} isApart />
      ))}
    </Suspense>
  )
}
