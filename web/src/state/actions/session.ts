import { api } from '../api.ts'
import { described } from '../feed-model.ts'
import { retryNow, useSession } from '../session.ts'
import { forgetSnapshot } from '../snapshot.ts'

/** Logs in where the session has ended, without leaving the page. Answers what is wrong, if anything. */
export async function logInAgain(username: string, password: string): Promise<string | undefined> {
  try {
    await api.logIn({ username, password })
  } catch (error) {
    return described(error).text
  }
  useSession.setState({ isEnded: false })
  retryNow()
  return undefined
}

/** Ends the session of this browser. */
export async function logOut(): Promise<void> {
  await api.logOut().catch(() => {})
  await forgetSnapshot()
  location.assign('/login')
}
