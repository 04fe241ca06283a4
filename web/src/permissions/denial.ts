import { useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import { type Action, can } from './can.ts'

/** Why the reader may not do something, in words; undefined if they may. */
export function useDenial(action: Action): string | undefined {
  const text = useText()
  const answer = useOrg((org) => can(action, org, Date.now()))
  return answer === true ? undefined : text(`denied.${answer}`)
}
