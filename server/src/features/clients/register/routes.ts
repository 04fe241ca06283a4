import { apiError, areas } from '@loquat/contract'
import { isGuest } from '../../../directory/directory.ts'
import { isSpectator } from '../../../directory/spectator.ts'
import { type Call, implement, PartsReply, StreamReply, WaitingReply } from '../../../http/implement.ts'
import { limitKey } from '../../../http/request/heavy-read.ts'
import { tokenIncludes } from '../../../http/request/token-checks.ts'
import { versionFields } from '../../../version.ts'
import { followsAllPublic, queueNarrow } from '../../identity/bots/defaults.ts'
import { withoutLists } from './json-list.ts'
import { spectatorState } from './spectator-state.ts'
import { stateOf } from './state.ts'

/** How long a slow client may hold its slot. */
const maxSendMs = 3_000

/**
 * Runs in a slot that is held until the response has been sent, so that large responses do not accumulate.
 */
async function withRegistrationSlot<T>(
  call: Pick<Call, 'app' | 'user' | 'address' | 'onDisconnect'>,
  work: () => Promise<T>,
): Promise<T> {
  const release = await call.app.registrations.acquire(limitKey(call), call.onDisconnect)
  call.onDisconnect(release)
  try {
    return await work()
  } finally {
    setTimeout(release, maxSendMs).unref()
  }
}

const wantsStream = (accept: string | undefined) => accept?.includes('text/event-stream') === true

function parseLastEventId(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined
}

/** Separate function so that the parked closure captures only these variables. */
const asEventFields = (queueId: string, answer: (fields: string) => void) => (events: string[]) =>
  answer(`"queue_id":${JSON.stringify(queueId)},"events":[${events.join(',')}]`)

const narrowOperators = new Set(['channel', 'stream', 'topic', 'sender', 'is'])

export const eventRoutes = implement(areas.events, {
  register: async ({ app, realm, user, token, params, address, onDisconnect }) => {
    for (const [operator, operand] of params.narrow) {
      if (!narrowOperators.has(operator) || (operator === 'is' && operand === 'followed')) {
        throw apiError('event-queue-narrow-unsupported', { operator })
      }
    }
    if (params.all_public_streams && isGuest(user) && !isSpectator(user)) {
      throw apiError('event-queue-all-channels-denied')
    }
    if (isSpectator(user)) {
      const denied = (['client_external_avatar', 'include_subscribers'] as const).find((name) => params[name])
      if (denied !== undefined) throw apiError('event-queue-option-needs-login', { parameter: denied })
    }
    const externalAvatar = params.client_external_avatar ?? !isSpectator(user)
    const capabilities = params.client_capabilities
    // Bots have API keys, which could do more than the token.
    const withoutBots = token !== undefined && !tokenIncludes(token, 'bots:admin')
    const request = {
      viewer: user,
      fetchTypes: params.fetch_event_types ?? params.event_types ?? null,
      withoutBots,
      externalAvatar,
      includeSubscribers: params.include_subscribers,
      slimPresence: params.slim_presence,
      presenceDays: params.presence_history_limit_days,
      presenceUpdateId: params.presence_last_update_id,
      // Only pieces have another shape.
      memberRanges: params.member_ranges && params.known_pieces !== undefined,
      now: app.clock.now(),
      capabilities,
    }
    return await withRegistrationSlot({ app, user, address, onDisconnect }, async () => {
      if (isSpectator(user)) {
        return new PartsReply({
          ...versionFields,
          queue_id: null,
          ...withoutLists(spectatorState(app, realm, request), undefined),
        })
      }
      const options = {
        applyMarkdown: params.apply_markdown,
        externalAvatar,
        slimPresence: params.slim_presence,
        eventTypes: params.event_types ?? null,
        allPublicChannels: followsAllPublic(user, params.all_public_streams),
        narrow: queueNarrow(realm.directory, user, params.narrow),
        capabilities,
        ...(withoutBots ? { withoutBots } : {}),
      }
      const { position, state, fields, queueId } = await stateOf(app, realm, request, (at) =>
        realm.queues.open(realm.id, user.id, options, at, params.idle_queue_timeout),
      )
      const known = params.known_pieces && new Set(params.known_pieces)
      const replied = withoutLists(state, known)
      return new PartsReply({ ...versionFields, queue_id: queueId, last_event_id: position, ...replied }, [
        fields,
      ])
    })
  },

  getEvents: ({ realm, user, params, headers, credential, onDisconnect }) => {
    const { queue_id: queueId, dont_block: dontBlock } = params
    const streams = !dontBlock && wantsStream(headers.accept)
    // A reconnecting browser sends the last event ID itself.
    const lastEventId =
      (streams ? parseLastEventId(headers['last-event-id']) : undefined) ?? params.last_event_id
    if (queueId === undefined) throw apiError('event-queue-id-missing')
    if (lastEventId === undefined) throw apiError('last-event-id-missing')
    const request = { queueId, lastEventId, credential, onDisconnect }
    if (streams) {
      return new StreamReply((sink) => realm.queues.stream(user.id, request, sink))
    }
    const poll = { ...request, dontBlock }
    return new WaitingReply((answer) => realm.queues.poll(user.id, poll, asEventFields(queueId, answer)))
  },

  deleteQueue: async ({ app, realm, user, params }) => {
    await realm.queues.close(params.queue_id, user.id)
    app.wakeups.notifyQueueDeleted(realm.id, params.queue_id)
    return {}
  },
})
