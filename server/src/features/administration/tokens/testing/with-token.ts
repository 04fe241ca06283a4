import { type Api, createApi } from '@loquat/client'
import type { Person, World } from '@loquat/devkit'

type TokenOptions = Omit<Parameters<Api['createToken']>[0], 'name'>

/** A new token of a person, and an API client that uses it as the password of HTTP Basic. */
export async function withToken(
  world: Pick<World, 'url'>,
  person: Person,
  options: TokenOptions = {},
): Promise<{ token: string; id: number; api: Api; person: Person }> {
  const { token, token_id: id } = await person.api.createToken({ name: 'Test', ...options })
  const credentials = { email: person.email, apiKey: token }
  const api = createApi({ url: world.url, credentials })
  return { token, id, api, person: { ...person, apiKey: token, api } }
}
