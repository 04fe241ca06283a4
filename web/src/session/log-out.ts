import { ApiError } from '@loquat/client'
import { create } from 'zustand'
import { clearDevice } from '../device/clear-device.ts'
import { isSharedComputer } from '../device/shared-computer.ts'
import { isPushPossible } from '../notifications/push-possible.ts'
import { useOutbox } from '../outbox/outbox-run.ts'
import { showErrorToast } from '../shell/toasts.ts'
import { api } from './api.ts'
import { problemOf } from './attempt.ts'
import { hasLiveSession, renewSession } from './session.ts'

export interface LoginOutcome {
  /** The error text, if the login failed. */
  problem?: string
  /** The password was right, and a code is needed as well. */
  needsCode: boolean
}

/** Logs in again after the session has ended, without leaving the page. */
export async function logInAgain(username: string, password: string, code = ''): Promise<LoginOutcome> {
  try {
    await api.logIn({ username, password, code, remember: !isSharedComputer() })
  } catch (error) {
    const { text, body } = problemOf(error)
    return { problem: text, needsCode: /^second-factor-/.test(String(body.reason)) }
  }
  // A reload loses nothing: drafts are stored on the device.
  if (!hasLiveSession()) location.reload()
  renewSession()
  // The push subscription ended with the session.
  if (isPushPossible())
    void import('../notifications/push.ts').then(({ startPush }) => startPush()).catch(() => {})
  return { needsCode: false }
}

/** Number of unsent messages that logging out would lose, while a confirmation is open. */
export const useLogOutQuestion = create<{ unsent: number | undefined }>(() => ({ unsent: undefined }))
export const cancelLogOut = () => useLogOutQuestion.setState({ unsent: undefined })

/** Ends the session and clears this browser. Asks first if there are unsent messages. */
export async function logOut({ evenUnsent = false } = {}): Promise<void> {
  const unsent = useOutbox.getState().outbox.entries.length
  if (unsent > 0 && !evenUnsent) {
    useLogOutQuestion.setState({ unsent })
    return
  }
  let goTo = '/login'
  try {
    const { provider_logout_url } = await api.logOut()
    // The provider returns to the login page.
    goTo = provider_logout_url ?? goTo
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) return showErrorToast(error)
  }
  await clearDevice()
  location.assign(goTo)
}
