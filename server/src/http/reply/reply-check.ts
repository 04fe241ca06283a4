import { eventKey, events, isCommonReason, WireError } from '@loquat/contract'
import type { Route } from '../implement.ts'

/** In tests, checks every reply and every delivered event against the contract. */
export function checkReply(route: Route, text: string): void {
  const reply = JSON.parse(text) as Record<string, unknown>
  // Names added by `compatibility.ts` are not part of the contract.
  for (const name of Object.keys(reply)) if (/^(realm_)?zulip_/.test(name)) delete reply[name]
  const result = route.endpoint.reply.safeParse(reply)
  if (!result.success) throw new Error(`${route.name} broke its contract: ${result.error.message}`)
  if (route.name === 'getEvents')
    for (const event of reply.events as { type: string; op?: string }[]) checkEvent(event)
}

/** In tests, replaces an error whose reason the endpoint does not declare. */
export function checkedError({ endpoint, name }: Route, error: unknown): unknown {
  if (!(error instanceof WireError)) return error
  if (isCommonReason(error.reason) || endpoint.reasons.includes(error.reason)) return error
  return new Error(
    `${name} gives the reason '${error.reason}'. Declare it in the \`reasons\` of the endpoint.`,
  )
}

function checkEvent(event: { type: string; op?: string }): void {
  const declaration = events[eventKey(event)]
  if (declaration === undefined) throw new Error(`The contract has no event ${eventKey(event)}.`)
  const result = declaration.schema.safeParse(event)
  if (!result.success) throw new Error(`${declaration.key} broke its contract: ${result.error.message}`)
}
