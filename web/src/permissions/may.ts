import { org } from '../session/session.ts'
import { type Action, can } from './can.ts'

/** The text that says why the reader may not do something; true if they may. For keys and the switcher. */
export function denialOf(action: Action): true | `denied.${string}` {
  const answer = can(action, org(), Date.now())
  return answer === true ? true : `denied.${answer}`
}

/** A reason that is about rights, rather than about where one is. */
export const isDenial = (reason: true | string): reason is string =>
  reason !== true && reason.startsWith('denied.')
