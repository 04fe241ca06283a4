import { createHash } from 'node:crypto'
import { apiError, type FetchedMessage, type NarrowTerm, summarizeDenial, WireError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { type User, userSetting } from '../../../directory/directory.ts'
import { permissionsOf } from '../../../directory/permissions.ts'
import { renderGenerated } from '../../../markdown/generated.ts'
import { topicHref } from '../../../markdown/inline/channel-links.ts'
import { BoundedCache } from '../../../platform/bounded-cache.ts'
import { ConcurrencyLimit } from '../../../platform/concurrency-limit.ts'
import { Slot } from '../../../platform/slots.ts'
import type { Realm } from '../../../realms/realm.ts'
import { fetchMessages } from '../../conversation/message-queries/fetch.ts'
import { estimatedTokens, withinBudget } from './budget.ts'
import { maxSummarizedMessages, promptFor, type SummaryPrompt } from './prompt.ts'
import { complete } from './service.ts'
import { type SummaryService, summaryServiceOf } from './store.ts'

export interface SummaryRequest {
  channelId: number | undefined
  topic: string | undefined
  isUnread: boolean
}

export interface SummaryResult {
  summary: string
  references: { number: number; message_id: number }[]
  message_count: number
  is_partial: boolean
  model: string
}

type OnDisconnect = (callback: () => void) => () => void

/** Requests of one organization at the same time, in one process, and of all of them. */
const concurrency = { total: 32, perKey: 4, waitingPerKey: 20 }
const maxCached = 500
const cachedMs = 10 * 60_000
const maxSummaryCharacters = 20_000

/** Texts of the service by prompt, for requests that are repeated. Never stored. */
interface SummaryWork {
  limit: ConcurrencyLimit
  cache: BoundedCache<string, { text: string; until: number }>
}
const workSlot = new Slot<App, SummaryWork>()
const workOf = (app: App): SummaryWork =>
  app.slots.get(workSlot) ??
  app.slots.set(workSlot, { limit: new ConcurrencyLimit(concurrency), cache: new BoundedCache(maxCached) })

export async function summarize(
  app: App,
  realm: Realm,
  user: User,
  request: SummaryRequest,
  onDisconnect: OnDisconnect,
): Promise<SummaryResult> {
  await realm.decideFresh(() => assertAllowed(realm, user))
  const terms = termsOf(request)
  if (app.config.rateLimits) app.limiter.take('summary', user.id)
  const service = await summaryServiceOf(app.database.db, app.sealer, realm.id)
  if (service === undefined) throw apiError('summary-service-missing')
  const { messages, isPartial } = await readableMessages(app, realm, user, terms)
  const prompt = promptFor(messages, languageOf(user))
  const text = await summaryText(app, realm, user, service, prompt, request, onDisconnect)
  const hrefs = new Map(
    prompt.sources.map(({ number, id, channelId, channel, topic }) => [
      number,
      `${topicHref({ id: channelId, name: channel }, topic)}/near/${id}`,
    ]),
  )
  const { html, numbers } = renderGenerated(text, hrefs)
  return {
    summary: html,
    references: numbers.map((number) => ({ number, message_id: prompt.sources[number - 1]?.id ?? 0 })),
    message_count: prompt.sources.length,
    is_partial: isPartial || prompt.sources.length < messages.length,
    model: service.model,
  }
}

function assertAllowed({ directory }: Realm, { id }: User): void {
  if (!directory.setting('topic_summaries_enabled')) throw apiError('summaries-disabled')
  const user = directory.users.get(id)
  const denial =
    user === undefined ? 'summarize-not-permitted' : summarizeDenial(permissionsOf(directory), user)
  if (denial !== undefined) throw apiError(denial)
}

/** Direct messages are excluded: those who wrote them expect no other reader. */
function termsOf({ channelId, topic, isUnread }: SummaryRequest): NarrowTerm[] {
  if (topic !== undefined && channelId === undefined) throw apiError('summary-channel-missing')
  if (topic === undefined && !isUnread) throw apiError('summary-topic-missing')
  const term = (operator: string, operand: string | number, negated = false) => ({
    operator,
    operand,
    negated,
  })
  return [
    ...(channelId === undefined
      ? [term('in', 'home'), term('is', 'dm', true)]
      : [term('channel', channelId)]),
    ...(topic === undefined ? [] : [term('topic', topic)]),
    ...(isUnread ? [term('is', 'unread')] : []),
  ]
}

/** The newest messages that the user may read, by the same way as everywhere. */
async function readableMessages(
  app: App,
  realm: Realm,
  viewer: User,
  terms: readonly NarrowTerm[],
): Promise<{ messages: FetchedMessage[]; isPartial: boolean }> {
  const view = { viewer, applyMarkdown: false, externalAvatar: true, emptyTopicAllowed: true }
  const selection = {
    anchor: Number.POSITIVE_INFINITY,
    includeAnchor: true,
    numBefore: maxSummarizedMessages,
    numAfter: 0,
  }
  const found = await fetchMessages(app, realm, terms, selection, view, {})
  if (found.messages.length === 0) throw apiError('summary-messages-missing')
  return {
    messages: found.messages.map((text) => JSON.parse(text) as FetchedMessage),
    isPartial: !found.found_oldest,
  }
}

/** The language of the reader's app, in English: `German`. */
const languageOf = (user: User): string =>
  new Intl.DisplayNames(['en'], { type: 'language' }).of(userSetting(user, 'default_language')) ?? 'English'

/** From the cache, or from the service. Both are in the audit log. */
async function summaryText(
  app: App,
  realm: Realm,
  user: User,
  service: SummaryService,
  prompt: SummaryPrompt,
  request: SummaryRequest,
  onDisconnect: OnDisconnect,
): Promise<string> {
  const { limit, cache } = workOf(app)
  const key = cacheKey(realm.id, service, prompt)
  const known = cache.get(key)
  const isCached = known !== undefined && known.until > app.clock.now()
  const text = isCached
    ? known.text
    : await limit.run(String(realm.id), () => ask(app, realm, service, prompt, onDisconnect), onDisconnect)
  if (isCached) app.metrics.summaryEnded('cached')
  else cache.set(key, { text, until: app.clock.now() + cachedMs })
  await realm.transact(async (tx) => {
    tx.audit({
      kind: 'summary.made',
      actorId: user.id,
      ...placeOf(realm, request),
      after: {
        host: new URL(service.baseUrl).host,
        messages: prompt.sources.length,
        unread: request.isUnread,
        ...(request.topic === undefined ? {} : { topic: request.topic }),
        ...(isCached ? { cached: true } : {}),
      },
    })
  })
  return text
}

const placeOf = ({ directory }: Realm, { channelId }: SummaryRequest) =>
  channelId === undefined
    ? {}
    : {
        target: { type: 'channel' as const, id: channelId, name: directory.channels.get(channelId)?.name },
      }

async function ask(
  app: App,
  realm: Realm,
  service: SummaryService,
  prompt: SummaryPrompt,
  onDisconnect: OnDisconnect,
): Promise<string> {
  const gone = new AbortController()
  const stopListening = onDisconnect(() => gone.abort())
  const promptTokens = prompt.messages.reduce((sum, { content }) => sum + estimatedTokens(content), 0)
  const since = performance.now()
  try {
    const { text } = await withinBudget(app, realm, service, promptTokens, () =>
      complete(service, prompt.messages, {
        allowPrivate: app.config.allowPrivateSummaries,
        signal: gone.signal,
      }),
    )
    const summary = withoutThoughts(text).slice(0, maxSummaryCharacters).toWellFormed().trim()
    if (summary === '') throw apiError('summary-empty', { host: new URL(service.baseUrl).host })
    app.metrics.summaryEnded('answered', performance.now() - since)
    return summary
  } catch (error) {
    const isRefused = error instanceof WireError && error.reason === 'summary-budget-exceeded'
    if (isRefused) app.metrics.summaryEnded('refused')
    else app.metrics.summaryEnded(gone.signal.aborted ? 'abandoned' : 'failed', performance.now() - since)
    throw error
  } finally {
    stopListening()
  }
}

/** Some models write how they arrived at it first. */
const withoutThoughts = (text: string): string => text.replace(/<think>[\s\S]*?(?:<\/think>|$)/g, '')

/** The prompt is exactly what the reader may read now, so equal prompts of one organization may share a summary. */
const cacheKey = (realmId: number, { baseUrl, model, maxTokens }: SummaryService, prompt: SummaryPrompt) =>
  createHash('sha256')
    .update(JSON.stringify([realmId, baseUrl, model, maxTokens, prompt.messages, prompt.sources]))
    .digest('base64')

/** Checks the address, the key and the model with a request without messages. */
export async function testService(app: App, realm: Realm): Promise<{ model: string }> {
  const service = await summaryServiceOf(app.database.db, app.sealer, realm.id)
  if (service === undefined) throw apiError('summary-service-missing')
  await realm.transact(async (tx) => {
    tx.audit({ kind: 'summary.service_tested', after: { host: new URL(service.baseUrl).host } })
  })
  const content = 'Answer with the word: ready'
  await withinBudget(app, realm, service, estimatedTokens(content), () =>
    complete(service, [{ role: 'user', content }], { allowPrivate: app.config.allowPrivateSummaries }),
  )
  return { model: service.model }
}
