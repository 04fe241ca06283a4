import { channelByName } from '../../channels/channels.ts'
import { leaveDialog, navigate } from '../../navigation/router.ts'
import { useSession } from '../../session/session.ts'

/** Maximum wait for the event about the new channel. */
const channelEventTimeoutMs = 30_000

/** Opens a new channel once its event has arrived, which may be after the reply. */
export function openNewChannel(name: string): Promise<void> {
  return new Promise((resolve) => {
    const end = (go: () => void) => {
      clearTimeout(timer)
      stop()
      go()
      resolve()
    }
    const openIfKnown = () => {
      const channel = channelByName(name)
      if (channel === undefined) return
      end(() => navigate({ kind: 'channel', channelId: channel.stream_id }, { replace: true }))
    }
    const timer = setTimeout(() => end(leaveDialog), channelEventTimeoutMs)
    const stop = useSession.subscribe(openIfKnown)
    openIfKnown()
  })
}
