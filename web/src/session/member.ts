import { useView } from '../navigation/router.ts'
import { org, useOrg } from './session.ts'

/** Whether the reader is logged in. Spectators are not. */
export const isMember = (): boolean => org().user_id !== undefined
export const useIsMember = (): boolean => useOrg((state) => state.user_id !== undefined)

/** Address of the login page, which returns to the current view. */
export const loginAddress = (): string =>
  `/login?next=${encodeURIComponent(location.pathname + location.search + location.hash)}`

export function useLoginAddress(): string {
  // The address changes with the view.
  useView()
  return loginAddress()
}
