import type { IncomingHttpHeaders } from 'node:http'
import { apiError, maxIntegrationPayloadBytes } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { isBot, type User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import type { TokenGrant } from '../../../tokens/tokens.ts'
import { sendForCaller } from '../../conversation/messages/send-for-caller.ts'
import { integrations, messageFrom } from './index.ts'
import type { Integration } from './integration.ts'
import { isObject } from './read.ts'

/** A request to the URL of an integration. */
export interface Delivery {
  integration: string
  headers: IncomingHttpHeaders
  payload: string
  stream: string | number | undefined
  topic: string | undefined
  onlyEvents: readonly string[] | undefined
  exceptEvents: readonly string[] | undefined
  template: string | undefined
  clientName: string
  /** The token in the URL, which names the place to post to. */
  token: Pick<TokenGrant, 'channels' | 'topic'> | undefined
}

export interface DeliveryResult {
  code?: 'UNSUPPORTED_WEBHOOK_EVENT_TYPE'
  webhook_name?: string
  event_type?: string
  challenge?: string
}

export function findIntegration(name: string): Integration {
  const integration = integrations.find((one) => one.name === name)
  if (integration !== undefined) return integration
  const names = integrations.map((one) => one.name).join(', ')
  throw apiError('integration-not-found', { names })
}

/** Posts a message for the payload of a service, if it is worth one. */
export async function receive(
  app: App,
  realm: Realm,
  sender: User,
  delivery: Delivery,
): Promise<DeliveryResult> {
  const integration = findIntegration(delivery.integration)
  const payload = parsePayload(integration, delivery.payload)
  const challenge = integration.challengeOf?.(payload) ?? ''
  if (challenge !== '' && challenge.length <= maxEcho) return { challenge }
  const event = eventOf(integration, payload, delivery.headers)
  if (integration.events.length > 0 && !integration.events.includes(event)) {
    return { code: 'UNSUPPORTED_WEBHOOK_EVENT_TYPE', webhook_name: integration.title, event_type: event }
  }
  if (!isSelected(integration, event, delivery)) return {}
  const message = messageFrom(integration, payload, event, { template: delivery.template })
  if (message === undefined) return {}
  const { clientName, token } = delivery
  const [tokenChannel] = token?.channels ?? []
  const stream = delivery.stream ?? tokenChannel
  const topic = token?.topic ?? delivery.topic ?? message.topic
  const content = message.content
  await sendForCaller(
    app,
    realm,
    sender,
    stream === undefined
      ? { type: 'direct', to: [ownerOf(sender)], topic: undefined, content, clientName }
      : { type: 'channel', to: stream, topic, content, clientName, onlyChannels: token?.channels },
  )
  return {}
}

/** Maximum length of the part of a request that a response repeats. */
const maxEcho = 256

/** The header that the response repeats to a service that checks the URL. Undefined if the request is no check. */
export function echoOf(
  { echoHeader: name }: Integration,
  headers: IncomingHttpHeaders,
): { name: string; value: string } | undefined {
  const value = name === undefined ? undefined : headers[name]
  if (name === undefined || typeof value !== 'string') return undefined
  return value.length > 0 && value.length <= maxEcho ? { name, value } : undefined
}

function isSelected({ coveredBy = {} }: Integration, event: string, delivery: Delivery): boolean {
  const passes = (name: string) =>
    delivery.onlyEvents?.includes(name) !== false && !delivery.exceptEvents?.includes(name)
  const cover = Object.hasOwn(coveredBy, event) ? coveredBy[event] : undefined
  return passes(event) && (cover === undefined || !passes(cover))
}

/** The recipient of messages without a channel. */
function ownerOf(sender: User): number {
  if (!isBot(sender)) return sender.id
  if (sender.botOwnerId !== null) return sender.botOwnerId
  throw apiError('integration-channel-missing')
}

const maxDepth = 50

function parsePayload({ name, title }: Integration, text: string): unknown {
  if (Buffer.byteLength(text) > maxIntegrationPayloadBytes) {
    throw apiError('integration-payload-too-large', { max: maxIntegrationPayloadBytes })
  }
  const payload = parseJson(text.replace(/^\ufeff/, ''))
  if (isDeeperThan(payload, maxDepth)) {
    throw apiError('integration-payload-too-deep', { max: maxDepth })
  }
  if (name !== 'json' && !isObject(payload)) {
    throw apiError('integration-payload-not-object', { service: title }, { webhook_name: title })
  }
  return payload
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw apiError('integration-payload-not-json')
  }
}

/** Level by level: the payload may be deeper than the stack. */
function isDeeperThan(payload: unknown, levels: number): boolean {
  let level = [payload]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > levels) return true
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value).filter(isContainer) : [],
    )
  }
  return false
}

const isContainer = (value: unknown) => typeof value === 'object' && value !== null

function eventOf(integration: Integration, payload: unknown, headers: IncomingHttpHeaders): string {
  const { eventHeader: header } = integration
  if (header === undefined) return integration.eventOf?.(payload) ?? ''
  const event = headers[header]
  if (typeof event === 'string' && event !== '') return event
  throw apiError('integration-event-missing', { header }, { header })
}
