import { type Problem, problemOf } from '../session/attempt.ts'
import { detectSessionEnd, org } from '../session/session.ts'
import { subscribe, unsubscribe, usePush } from './push.ts'

export { usePush }

/** Why push could not be turned on: permission denied, or not available. */
export type PushRefusal = 'denied' | 'unavailable'

/** Turns push notifications of this browser on or off. */
export async function changePush(isWanted: boolean): Promise<Problem | PushRefusal | undefined> {
  try {
    if (isWanted) return await turnOn()
    await unsubscribe()
    return undefined
  } catch (error) {
    // Browsers without a reachable push service throw this.
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
