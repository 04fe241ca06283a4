import { useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import { type Action, actionDenial } from './action-denial.ts'

/** Why the viewer may not take actions, as a text; undefined where they may. */
export function useDenials(): (action: Action) => string | undefined {
  const text = useText()
  const state = useOrg((all) => all)
  return (action) => {
    const denial = actionDenial(action, state, Date.now())
    return denial && text(`denied.${denial}`)
  }
}

/** Why the viewer may not take an action, as a text; undefined if they may. */
export function useDenial(action: Action): string | undefined {
  const text = useText()
  const denial = useOrg((state) => actionDenial(action, state, Date.now()))
  return denial && text(`denied.${denial}`)
}

export const useIsAllowed = (action: Action): boolean =>
  useOrg((state) => actionDenial(action, state, Date.now()) === undefined)
