import { useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import { can } from './can.ts'

/** Why the reader may not write to a channel, in words. */
export function useSendDenials(): (channelId: number) => string | undefined {
  const text = useText()
  const org = useOrg((state) => state)
  return (channelId) => {
    const answer = can({ kind: 'post', channelId }, org, Date.now())
    return answer === true ? undefined : text(`denied.${answer}`)
  }
}
