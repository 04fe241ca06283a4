import type { UserSettings } from '@loquat/contract'
import { parseLanguage } from '../lib/parse.ts'
import { usesTwentyFourHours } from '../lib/times.ts'
import { api } from '../session/api.ts'
import { attempt, attemptFor, type Problem } from '../session/attempt.ts'
import { changeOrg, org } from '../session/session.ts'
import { withProof, withProofFor } from './proof.ts'

export type SettingName = keyof UserSettings

/** Changes a setting, with an optimistic update. */
export async function changeSetting(name: SettingName, value: unknown): Promise<Problem | undefined> {
  const before = org().user_settings?.[name]
  showSetting(name, value)
  const problem = await attempt(() => api.updateSettings({ [name]: value }))
  if (problem !== undefined) showSetting(name, before)
  return problem
}

/** Changes several settings together, as density presets do. */
export async function changeSettings(values: Partial<UserSettings>): Promise<Problem | undefined> {
  const before = Object.keys(values).map(
    (name) => [name, org().user_settings?.[name as SettingName]] as const,
  )
  for (const [name, value] of Object.entries(values)) showSetting(name as SettingName, value)
  const problem = await attempt(() => api.updateSettings(values))
  if (problem !== undefined) for (const [name, value] of before) showSetting(name as SettingName, value)
  return problem
}

/** Changes the time format with the language, unless the reader chose another one. */
export async function changeLanguage(language: string): Promise<Problem | undefined> {
  const { default_language: before, twenty_four_hour_time: isTwentyFour } = org().user_settings ?? {}
  const isUsual = isTwentyFour === usesTwentyFourHours(parseLanguage(before ?? 'en') ?? 'en')
  return await changeSettings({
    default_language: language as UserSettings['default_language'],
    ...(isUsual ? { twenty_four_hour_time: usesTwentyFourHours(parseLanguage(language) ?? 'en') } : {}),
  })
}

function showSetting(name: SettingName, value: unknown): void {
  changeOrg((state) =>
    state.user_settings === undefined
      ? state
      : { ...state, user_settings: { ...state.user_settings, [name]: value } },
  )
}

export const changeName = (name: string) => attempt(() => api.updateSettings({ full_name: name }))
/** Takes effect after the new address was confirmed. */
export const changeEmail = (email: string) => withProof(() => api.updateSettings({ email }))
export const changePassword = (before: string, after: string) =>
  attempt(() => api.updateSettings({ old_password: before, new_password: after }))
/** Undefined if the server cannot be asked: the meter is a help, not a condition. */
export const checkPassword = (password: string) => api.checkPassword({ password }).catch(() => undefined)
export const changeTimezone = (timezone: string) => attempt(() => api.updateSettings({ timezone }))

export const setAvatar = (file: File) => attempt(() => api.setAvatar({}, { files: [file] }))
export const removeAvatar = () => attempt(() => api.removeAvatar())

export const setProfileValue = (id: number, value: string | number[]) =>
  attempt(() =>
    value.length === 0
      ? api.deleteProfileData({ data: [id] })
      : api.updateProfileData({ data: [{ id, value }] }),
  )

/** Opens the login page on success: the session has ended. */
export async function deactivateMe(): Promise<Problem | undefined> {
  const problem = await withProof(() => api.deactivateOwnUser())
  if (problem === undefined) location.assign('/login')
  return problem
}

export const showOwnKey = (password: string) => attemptFor(() => api.showApiKey({ password }))
export const regenerateOwnKey = () => withProofFor(() => api.regenerateApiKey())
export const addAlertWords = (words: string[]) => attempt(() => api.addAlertWords({ alert_words: words }))
export const removeAlertWord = (word: string) => attempt(() => api.removeAlertWords({ alert_words: [word] }))
