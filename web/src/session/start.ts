import { ApiError } from '@loquat/client'
import { startCallSync } from '../calls/calls.ts'
import { startLostChannelSync } from '../channels/lost-channel.ts'
import { startTopicSync } from '../channels/topics.ts'
import { startAutosave } from '../compose/autosave.ts'
import { startTypingSync } from '../compose/typing.ts'
import { clearEndedSession } from '../device/clear-device.ts'
import { startEmojiFont } from '../emoji/emoji-font.ts'
import { startFeedCache } from '../feed/cached-feeds.ts'
import { startFeedSync } from '../feed/feeds.ts'
import { startEphemeralSync } from '../interactions/ephemeral.ts'
import { startClock } from '../lib/clock.ts'
import { startAnimatedImages } from '../messages/animated-images.ts'
import { startChannelLinks } from '../navigation/channel-links.ts'
import { startMoveSync } from '../navigation/move-sync.ts'
import { startRouter } from '../navigation/router.ts'
import { startVisitTracking } from '../navigation/visits.ts'
import { isPushPossible } from '../notifications/push-possible.ts'
import { startNotifications } from '../notifications/start-notifications.ts'
import { startFirstRun } from '../onboarding/first-run.ts'
import { startOwnerSetup } from '../onboarding/owner-setup.ts'
import { startPresenceSync } from '../people/presence.ts'
import { startAppearanceSync } from '../settings/appearance.ts'
import { startMarkReadSync } from '../unread/mark-read.ts'
import { limitToWebPublic } from './api.ts'
import { isMember, loginAddress } from './member.ts'
import { startVersionCheck } from './new-version.ts'
import { startSession } from './session.ts'
import { startSpectatorRefresh } from './spectator.ts'

let starting: Promise<'ready' | 'login'> | undefined

/** Starts the app once, before the first view. Without a session it redirects to the login page. */
export const startAppOnce = () => {
  starting ??= startApp()
  return starting
}

async function startApp(): Promise<'ready' | 'login'> {
  try {
    await startSession()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    await clearEndedSession().catch(() => {})
    return redirectToLogin()
  }
  // Opening the home page without a session most likely means to log in.
  if (!isMember() && isHomeAddress()) return redirectToLogin()
  if (isMember()) {
    startFirstRun()
    startOwnerSetup()
  } else limitToWebPublic()
  // Read before the router rewrites the address. Opens the compose box, with content that another app shared.
  const toWrite = new URLSearchParams(location.search).get('write')
  startMoveSync()
  startFeedSync()
  startTopicSync()
  startTypingSync()
  startEphemeralSync()
  // Before the router's own listener, which leaves handled clicks alone.
  startChannelLinks()
  startRouter()
  startVersionCheck()
  startVisitTracking()
  startAppearanceSync()
  startAnimatedImages()
  startEmojiFont()
  startClock()
  if (isMember()) {
    startLostChannelSync()
    startMarkReadSync()
    startFeedCache()
    startPresenceSync()
    startNotifications()
    startCallSync()
    void startAutosave().then(async () => {
      if (toWrite !== null) (await import('./shared-content.ts')).composeSharedContent(toWrite)
    })
    if (isPushPossible())
      void import('../notifications/push.ts').then(({ startPush }) => startPush()).catch(() => {})
  } else startSpectatorRefresh()
  return 'ready'
}

const isHomeAddress = () => location.pathname + location.search + location.hash === '/'

function redirectToLogin(): 'login' {
  location.replace(isHomeAddress() ? '/login' : loginAddress())
  return 'login'
}
