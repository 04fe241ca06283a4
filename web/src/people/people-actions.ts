import { api } from '../session/api.ts'
import { attempt } from '../session/attempt.ts'
import { withProof } from '../settings/proof.ts'

export const changeRole = (userId: number, role: number) =>
  withProof(() => api.updateUser({ user_id: userId, role }))
export const signOutPerson = (userId: number) => withProof(() => api.signOutUser({ user_id: userId }))
export const resetFactors = (userId: number) => withProof(() => api.resetFactors({ user_id: userId }))
export const renamePerson = (userId: number, name: string) =>
  attempt(() => api.updateUser({ user_id: userId, full_name: name }))
export const changePersonField = (userId: number, id: number, value: string | number[]) =>
  attempt(() =>
    api.updateUser({ user_id: userId, profile_data: [{ id, value: value.length === 0 ? null : value }] }),
  )
export const deactivatePerson = (userId: number, comment: string) =>
  attempt(() =>
    api.deactivateUser({
      user_id: userId,
      ...(comment === '' ? {} : { deactivation_notification_comment: comment }),
    }),
  )
export const reactivatePerson = (userId: number) => attempt(() => api.reactivateUser({ user_id: userId }))
export const mutePerson = (userId: number) => attempt(() => api.muteUser({ muted_user_id: userId }))
export const unmutePerson = (userId: number) => attempt(() => api.unmuteUser({ muted_user_id: userId }))
