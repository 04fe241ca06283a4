import { ApiError } from '@loquat/client'
import { followLostChannel } from '../channels/lost-channel.ts'
import { followTopics } from '../channels/topics.ts'
import { keepWriting } from '../compose/save-before-unload.ts'
import { followTyping } from '../compose/typing.ts'
import { forgetEnded } from '../device/forget-device.ts'
import { startEmojiFont } from '../emoji/emoji-font.ts'
import { startFeedCache } from '../feed/cached-feeds.ts'
import { startFeedSync } from '../feed/feeds.ts'
import { keepClock } from '../lib/clock.ts'
import { startAnimatedImages } from '../messages/animated-images.ts'
import { startChannelLinks } from '../navigation/channel-links.ts'
import { followMoves } from '../navigation/follow-moves.ts'
import { followAddress } from '../navigation/router.ts'
import { followVisits } from '../navigation/visits.ts'
import { startNotifications } from '../notifications/notify.ts'
import { isPushPossible } from '../notifications/push-possible.ts'
import { beginFirstRun } from '../onboarding/first-run.ts'
import { startOwnerSetup } from '../onboarding/owner-setup.ts'
import { keepPresence } from '../people/presence.ts'
import { keepAppearance } from '../settings/appearance.ts'
import { startMarkReadSync } from '../unread/mark-read.ts'
import { lookOnly } from './api.ts'
import { keepLooking } from './look.ts'
import { isMember, loginAddress } from './member.ts'
import { followVersion } from './new-version.ts'
import { startSession } from './session.ts'

let starting: Promise<'ready' | 'login'> | undefined

/** Everything that happens before the first view, once. Without a session the reader is sent to log in. */
export const start = () => {
  starting ??= begin()
  return starting
}

async function begin(): Promise<'ready' | 'login'> {
  try {
    await startSession()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    await forgetEnded().catch(() => {})
    return toLogin()
  }
  // Who opens the first page without being logged in most likely wants to log in.
  if (!isMember() && isFirstPage()) return toLogin()
  if (isMember()) {
    beginFirstRun()
    startOwnerSetup()
  } else lookOnly()
  // Something is to be written: what another app handed over, or nothing yet. The address is put into its usual form below.
  const toWrite = new URLSearchParams(location.search).get('write')
  followMoves()
  startFeedSync()
  followTopics()
  followTyping()
  // Before the router's own listener, which leaves handled clicks alone.
  startChannelLinks()
  followAddress()
  followVersion()
  followVisits()
  keepAppearance()
  startAnimatedImages()
  startEmojiFont()
  keepClock()
  if (isMember()) {
    followLostChannel()
    startMarkReadSync()
    startFeedCache()
    keepPresence()
    startNotifications()
    void keepWriting().then(async () => {
      if (toWrite !== null) (await import('./shared.ts')).writeShared(toWrite)
    })
    if (isPushPossible())
      void import('../notifications/push.ts').then(({ startPush }) => startPush()).catch(() => {})
  } else keepLooking()
  return 'ready'
}

const isFirstPage = () => location.pathname + location.search + location.hash === '/'

function toLogin(): 'login' {
  location.replace(isFirstPage() ? '/login' : loginAddress())
  return 'login'
}
