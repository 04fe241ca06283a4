import { api } from '../session/api.ts'
import { attempt } from '../session/attempt.ts'
import { invalidate, useResource } from '../session/resource.ts'

const key = 'sessions'

/** The reader's sessions. */
export const useLogins = () =>
  useResource(key, async (signal) => (await api.getSessions({}, { signal })).sessions)

export async function endLogin(id: number) {
  const problem = await attempt(() => api.endSession({ session_id: id }))
  invalidate(key)
  return problem
}

export async function endOtherLogins() {
  const problem = await attempt(() => api.endOtherSessions())
  invalidate(key)
  return problem
}
