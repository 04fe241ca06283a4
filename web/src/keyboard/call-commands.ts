import { useCalls } from '../calls/call-state.ts'
import type { Command } from './command.ts'

type Action = 'toggleMicrophone' | 'toggleCamera' | 'toggleScreen' | 'hangUp'

/** The dock of a call handles these keys, wherever the focus is. */
const inCall = (id: string, keys: string, action: Action): Command => ({
  id,
  group: 'call',
  keys: [keys],
  scope: 'given',
  can: () => (useCalls.getState().joinedId === undefined ? 'keyboard.needs.call' : true),
  run: () => void import('../calls/call-session.ts').then((session) => session[action]()).catch(() => {}),
})

export const callKeys = {
  microphone: 'Alt+Shift+M',
  camera: 'Alt+Shift+V',
  screen: 'Alt+Shift+S',
  leave: 'Alt+Shift+H',
}

export const callCommands: readonly Command[] = [
  inCall('callMicrophone', callKeys.microphone, 'toggleMicrophone'),
  inCall('callCamera', callKeys.camera, 'toggleCamera'),
  inCall('callScreen', callKeys.screen, 'toggleScreen'),
  inCall('callLeave', callKeys.leave, 'hangUp'),
]
