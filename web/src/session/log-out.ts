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

/** Logs in again after the session has ended, without leaving the page. Returns the error text, if any. */
export async function logInAgain(username: string, password: string): Promise<string | undefined> {
  try {
    await api.logIn({ username, password, remember: !isSharedComputer() })
  } catch (error) {
    return problemOf(error).text
  }
  // A reload loses nothing: drafts are stored on the device.
  if (!hasLiveSession()) location.reload()
  renewSession()
  // The push subscription ended with the session.
  if (isPushPossible())
    void import('../notifications/push.ts').then(({ startPush }) => startPush()).catch(() => {})
  return undefined
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
  try {
    await api.logOut()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) return showErrorToast(error)
  }
  await clearDevice()
  location.assign('/login')
}
