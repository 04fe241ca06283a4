import { useView } from '../navigation/router.ts'
import { org, useOrg } from './session.ts'

/** Whether somebody is logged in. Others may look at web-public channels where the organization allows it. */
export const isMember = (): boolean => org().user_id !== undefined
export const useIsMember = (): boolean => useOrg((state) => state.user_id !== undefined)

/** Where one logs in, to come back to where one is. */
export const loginAddress = (): string =>
  `/login?next=${encodeURIComponent(location.pathname + location.search + location.hash)}`

export function useLoginAddress(): string {
  // The address changes with the view.
  useView()
  return loginAddress()
}
