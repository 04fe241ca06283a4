import { newDirectMessage, newTopic } from '../compose.ts'
import { isFeed, type View } from '../narrow.ts'
import { navigate, useRouter } from '../router.ts'

export { composeTo } from '../compose.ts'

/** The place to write is below a list of messages: elsewhere one goes to such a list first. */
function writeBelow(list: View, open: () => void): void {
  const { view, behind } = useRouter.getState()
  if (!isFeed(behind ?? view)) navigate(list)
  open()
}

export const openNewMessage = () => writeBelow({ kind: 'feed' }, newTopic)
export const openNewDirect = () => writeBelow({ kind: 'dms' }, newDirectMessage)
