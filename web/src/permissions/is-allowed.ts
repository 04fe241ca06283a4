import { org } from '../session/session.ts'
import { type Action, actionDenial } from './action-denial.ts'

/** Whether the viewer may take an action now, outside of components or in ones that render for other reasons. */
export const isAllowed = (action: Action): boolean => actionDenial(action, org(), Date.now()) === undefined

/** The ID of the text that says why the viewer may not take an action; undefined if they may. */
export function denialTextId(action: Action): `denied.${string}` | undefined {
  const denial = actionDenial(action, org(), Date.now())
  return denial && `denied.${denial}`
}

/** Whether a text says that the viewer lacks a permission, not that something has to be selected first. */
export const isDenialTextId = (id: string): boolean => id.startsWith('denied.')
