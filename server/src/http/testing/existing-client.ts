import { basicAuth, type Person, type World } from '@loquat/devkit'

/** Answers are read as these clients do: without types. */
// biome-ignore lint/suspicious/noExplicitAny: anything may be in them
export type Answer = { status: number; body: any }
export type Fields = Record<string, unknown>

/** Calls as existing clients make them: texts as they are, everything else as JSON; in the query for GET, else as a form. */
export function caller({ url }: World, person?: Person) {
  return async (method: string, path: string, fields: Fields = {}, form?: FormData): Promise<Answer> => {
    const texts = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)
    const encoded = new URLSearchParams(
      texts.map(([name, value]): [string, string] => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    )
    const isGet = method === 'GET'
    const response = await fetch(`${url}/api/v1${path}${isGet ? `?${encoded}` : ''}`, {
      method,
      headers: {
        'user-agent': 'ExistingClient/0.9.0 (Linux; 6.1)',
        ...(person === undefined ? {} : { authorization: basicAuth(person.email, person.apiKey) }),
      },
      ...(isGet ? {} : { body: form ?? encoded }),
    })
    return { status: response.status, body: await response.json() }
  }
}

/** The register parameters of an existing terminal client. */
export const terminal = {
  eventTypes: [
    ...['message', 'update_message', 'reaction', 'submessage', 'subscription', 'typing'],
    ...['update_message_flags', 'user_settings', 'realm_emoji', 'realm_user'],
  ],
  fetchTypes: [
    ...['realm', 'presence', 'subscription', 'message', 'starred_messages', 'update_message_flags'],
    ...['muted_topics', 'realm_user', 'realm_user_groups', 'user_settings', 'realm_emoji'],
    ...['custom_profile_fields', 'zulip_version'],
  ],
}
export const registration = {
  event_types: terminal.eventTypes,
  apply_markdown: true,
  include_subscribers: true,
}
