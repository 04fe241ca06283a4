import { isSharedComputer } from '../device/shared-computer.ts'

/** Whether this browser can be told of messages while the app is not open. Not where others would read them. */
export const isPushPossible = (): boolean =>
  !isSharedComputer() &&
  'PushManager' in globalThis &&
  typeof Notification !== 'undefined' &&
  typeof navigator !== 'undefined' &&
  'serviceWorker' in navigator
