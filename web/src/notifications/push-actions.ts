import { type Problem, problemOf } from '../session/attempt.ts'
import { detectSessionEnd, org } from '../session/session.ts'
import { subscribe, unsubscribe, usePush } from './push.ts'

export { usePush }

/** Why this browser is not told: somebody said no, or it cannot be reached by push at all. */
export type PushRefusal = 'denied' | 'unavailable'

/** Has this browser told of messages while the app is not open, or not any more. */
export async function changePush(isWanted: boolean): Promise<Problem | PushRefusal | undefined> {
  try {
    if (isWanted) return await turnOn()
    await unsubscribe()
    return undefined
  } catch (error) {
    // Browsers that have no push service of their own, or may not reach it, say so in this way.
    if (error instanceof DOMException) return error.name === 'NotAllowedError' ? 'denied' : 'unavailable'
    detectSessionEnd(error)
    return problemOf(error)
  }
}

async function turnOn(): Promise<PushRefusal | undefined> {
  const key = org().server_web_push_public_key
  if (key === undefined) return 'unavailable'
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  await subscribe(key)
  return undefined
}
