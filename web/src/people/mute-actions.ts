import { api } from '../session/api.ts'
import { attempt } from '../session/attempt.ts'

export const mutePerson = (userId: number) => attempt(() => api.muteUser({ muted_user_id: userId }))
export const unmutePerson = (userId: number) => attempt(() => api.unmuteUser({ muted_user_id: userId }))
