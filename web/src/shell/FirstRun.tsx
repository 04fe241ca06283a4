import { useEffect } from 'react'
import { openCompose } from '../compose/compose.ts'
import { finishArrival } from '../onboarding/first-run.ts'
import { useIsAllowed } from '../permissions/use-denial.ts'
import { useText } from '../texts/texts.tsx'

/** Opens the compose box for users who have just joined. */
export function FirstRun({ channelId }: { channelId: number }) {
  const text = useText()
  const mayWrite = useIsAllowed({ kind: 'post', channelId })
  const topic = text('firstRun.firstTopic')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => {
    if (mayWrite) openCompose({ to: { kind: 'topic', channelId, topic }, focus: 'text' })
    finishArrival()
  }, [])
  return null
}
