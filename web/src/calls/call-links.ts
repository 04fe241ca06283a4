import { api } from '../session/api.ts'
import { onEvents, org } from '../session/session.ts'
import { jitsiServer, providers } from './call-providers.ts'

/** The URL of a new call with the service of the organization. Undefined if the user did not connect it. */
export async function createCallLink(name: string, isVideo: boolean): Promise<string | undefined> {
  const state = org()
  switch (state.realm_video_chat_provider) {
    case providers.jitsi:
      return jitsiLink(String(jitsiServer(state)), isVideo)
    case providers.bigBlueButton:
      return (await api.createBigBlueButtonCall({ meeting_name: name, voice_only: !isVideo })).url
    case providers.zoom:
      if (state.has_zoom_token !== true && !(await connectZoom())) return undefined
      return (await api.createZoomCall({ is_video_call: isVideo })).url
    case providers.zoomForAll:
      return (await api.createZoomCall({ is_video_call: isVideo })).url
    default:
      return undefined
  }
}

/** Nobody can guess the name, which is all that the call is protected by. */
function jitsiLink(server: string, isVideo: boolean): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  const name = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${server.replace(/\/+$/, '')}/${name}#config.startWithVideoMuted=${!isVideo}`
}

const checkMs = 1_000

/** Opens Zoom in a window, until it is connected or closed. */
async function connectZoom(): Promise<boolean> {
  const opened = open('/calls/zoom/register', '_blank', 'width=800,height=600')
  if (opened === null) return false
  return await new Promise((resolve) => {
    const finish = (isConnected: boolean) => {
      clearInterval(timer)
      stop()
      opened.close()
      resolve(isConnected)
    }
    const timer = setInterval(() => opened.closed && finish(org().has_zoom_token === true), checkMs)
    const stop = onEvents((events) => {
      if (events.some((event) => event.type === 'has_zoom_token' && event.value)) finish(true)
    })
  })
}
