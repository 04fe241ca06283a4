import { type Api, createApi } from '@loquat/client'
import { eventually } from '@loquat/devkit'
import { ownerCredentials, type ServerProcess } from '@loquat/devkit/server-process'

/** The API of the owner. Retries, because a server on a busy machine may refuse requests. */
export async function logIn({ url }: ServerProcess): Promise<Api> {
  const { email, password } = ownerCredentials
  const anyone = createApi({ url })
  const { api_key: apiKey } = await eventually(() => anyone.fetchApiKey({ username: email, password }))
  return createApi({ url, credentials: { email, apiKey }, clientName: 'website' })
}
