import { isSharedComputer } from '../device/shared-computer.ts'

/** Whether this browser supports push. Not on shared computers. */
export const isPushPossible = (): boolean =>
  !isSharedComputer() &&
  'PushManager' in globalThis &&
  typeof Notification !== 'undefined' &&
  typeof navigator !== 'undefined' &&
  'serviceWorker' in navigator
