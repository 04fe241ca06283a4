import type { GroupSettingValue, InitialState } from '@loquat/contract'
import { api } from '../session/api.ts'
import { attempt, type Problem } from '../session/attempt.ts'
import { changeOrg, org } from '../session/session.ts'
import { withProof } from './proof.ts'

/** Changes a setting of the organization, with an optimistic update. */
export async function changeRealm(name: string, value: unknown): Promise<Problem | undefined> {
  const field = `realm_${name}` as keyof InitialState
  const before = org()[field]
  const shown = value === 'unlimited' ? (name === 'message_retention_days' ? -1 : null) : value
  changeOrg((state) => ({ ...state, [field]: shown }))
  const problem = await withProof(() => api.updateRealm({ [name]: value }))
  if (problem !== undefined) changeOrg((state) => ({ ...state, [field]: before }))
  return problem
}

/** `old`: the server rejects the change if the value is no longer this. */
export const changeRealmPermission = (name: string, value: GroupSettingValue, old: GroupSettingValue) =>
  withProof(() => api.updateRealm({ [name]: { new: value, old } }))

export const changeAuthentication = (methods: Record<string, boolean>) =>
  withProof(() => api.updateRealm({ authentication_methods: methods }))

export const changeDefault = (name: string, value: unknown) =>
  attempt(() => api.updateUserSettingsDefaults({ [name]: value }))

export const setIcon = (file: File) => attempt(() => api.setIcon({}, { files: [file] }))
export const removeIcon = () => attempt(() => api.removeIcon())
export const setLogo = (night: boolean) => (file: File) =>
  attempt(() => api.setLogo({ night }, { files: [file] }))
export const removeLogo = (night: boolean) => () => attempt(() => api.removeLogo({ night }))

export const addDomain = (domain: string) => attempt(() => api.addDomain({ domain, allow_subdomains: false }))
export const changeDomain = (domain: string, subdomains: boolean) =>
  attempt(() => api.updateDomain({ domain, allow_subdomains: subdomains }))
export const removeDomain = (domain: string) => attempt(() => api.removeDomain({ domain }))
