import { useMemo, useState } from 'react'
import { ownStorage } from '../device/shared-computer.ts'
import { useOrg } from '../session/session.ts'
import { changeSetting, changeTimezone } from '../settings/settings-actions.ts'
import { showProblemToast } from '../shell/error-toasts.ts'
import { parseTimeZone } from './parse.ts'

const storageKey = 'timezone.asked'

interface ZoneQuestion {
  /** Zone of the browser. */
  here: string
  /** Zone of the profile; may be empty. */
  profile: string
  /** The last zone that this device asked about. */
  asked: string | null
  isWanted: boolean
}

/** Whether to offer to change the zone of the profile: once per new zone. */
export function shouldAskAboutZone({ here, profile, asked, isWanted }: ZoneQuestion): boolean {
  if (!isWanted || profile === '' || asked === here) return false
  // One zone has several names: `Asia/Calcutta` is `Asia/Kolkata`.
  return parseTimeZone(profile) !== parseTimeZone(here)
}

/** The zone of the browser, if it differs from the profile and was not asked about yet. */
export function useOtherZone() {
  const profile = useOrg((org) => org.user_settings?.timezone ?? '')
  const isWanted = useOrg((org) => org.user_settings?.web_suggest_update_timezone !== false)
  const [asked, setAsked] = useState(() => ownStorage().getItem(storageKey))
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const done = () => {
    ownStorage().setItem(storageKey, here)
    setAsked(here)
  }
  const isAsking = useMemo(
    () => shouldAskAboutZone({ here, profile, asked, isWanted }),
    [here, profile, asked, isWanted],
  )
  return {
    zone: isAsking ? here : undefined,
    profile,
    update: async () => {
      done()
      showProblemToast(await changeTimezone(here))
    },
    later: done,
    never: async () => {
      done()
      showProblemToast(await changeSetting('web_suggest_update_timezone', false))
    },
  }
}
