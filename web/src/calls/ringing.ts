import type { CallObject } from '@loquat/contract'
import { callRingSeconds } from '@loquat/contract/light'
import { mutedPeople } from '../lib/derived.ts'
import { dmAmong } from '../navigation/conversation.ts'
import { addressOf } from '../navigation/router.ts'
import { chime } from '../notifications/chime.ts'
import { isQuiet } from '../notifications/dnd.ts'
import { closeShown, mayShow, show, withNotificationLock } from '../notifications/system-notifications.ts'
import { personById } from '../people/people.ts'
import { api } from '../session/api.ts'
import { myId, org } from '../session/session.ts'
import { showErrorToast } from '../shell/toasts.ts'
import { loadTexts } from '../texts/texts.tsx'
import { flush, markSeen } from '../unread/mark-read.ts'
import { isInCall, useCalls } from './call-state.ts'
import { ringTag, useRings } from './rings.ts'

const chimeIntervalMs = 2_500

let stop: (() => void) | undefined
/** Calls that stopped ringing here. */
const silenced = new Set<number>()

/** Rings for a call in a direct conversation, or stops: it was answered or declined anywhere, ended, or is too old. */
export function considerRinging(call: CallObject): void {
  const isCurrent = useRings.getState().call?.call_id === call.call_id
  if (!isRinging(call)) {
    if (isCurrent) stopRinging()
    return
  }
  if (isCurrent) useRings.setState({ call })
  else if (useRings.getState().call === undefined) startRinging(call)
}

function isRinging(call: CallObject): boolean {
  const me = myId()
  const age = Date.now() / 1_000 - call.started_timestamp
  return (
    call.ended_timestamp === null &&
    call.started_by !== me &&
    age < callRingSeconds &&
    !isInCall(call, me) &&
    !call.declined_user_ids.includes(me) &&
    !silenced.has(call.call_id) &&
    useCalls.getState().joinedId === undefined &&
    !isQuiet() &&
    !mutedPeople().has(call.started_by)
  )
}

function startRinging(call: CallObject): void {
  useRings.setState({ call })
  const { user_settings: settings } = org()
  const sound = new AbortController()
  if (settings?.enable_sounds !== false) void ringInOneTab(call, settings?.notification_sound, sound.signal)
  if (settings?.enable_desktop_notifications !== false && mayShow() && !document.hasFocus()) void notify(call)
  const left = (call.started_timestamp + callRingSeconds) * 1_000 - Date.now()
  const timeout = setTimeout(() => stopRinging(), left)
  stop = () => {
    sound.abort()
    clearTimeout(timeout)
    void closeShown(ringTag(call))
  }
}

/** Several tabs show the call, and one of them sounds. */
async function ringInOneTab(call: CallObject, sound: string | undefined, signal: AbortSignal): Promise<void> {
  const ring = async () => {
    while (!signal.aborted) {
      chime(sound)
      await new Promise((resolve) => setTimeout(resolve, chimeIntervalMs))
    }
  }
  if (!('locks' in navigator)) return await ring()
  await navigator.locks.request(`loquat:${ringTag(call)}`, { ifAvailable: true }, async (lock) => {
    if (lock !== null) await ring()
  })
}

async function notify(call: CallObject): Promise<void> {
  const { text } = await loadTexts(org().user_settings?.default_language ?? navigator.language)
  const name = personById(call.started_by)?.full_name ?? ''
  await withNotificationLock(async () => {
    if (useRings.getState().call?.call_id !== call.call_id) return
    await show({
      title: text('calls.ringing', { name }),
      body: '',
      tag: ringTag(call),
      address: addressOf(dmAmong(call.user_ids ?? [], myId())),
      messages: [],
    })
  })
}

export function stopRinging(): void {
  const { call } = useRings.getState()
  if (call !== undefined) silenced.add(call.call_id)
  stop?.()
  stop = undefined
  useRings.setState({ call: undefined })
}

/** Stops ringing on all devices, and tells the others. The message counts as read, which closes its notifications everywhere. */
export async function declineRinging(): Promise<void> {
  const { call } = useRings.getState()
  stopRinging()
  try {
    if (call === undefined) return
    markSeen([call.message_id])
    await Promise.all([api.declineCall({ call_id: call.call_id }), flush()])
  } catch (error) {
    showErrorToast(error)
  }
}
