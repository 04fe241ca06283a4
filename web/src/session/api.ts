import { type Api, createApi } from '@loquat/client'
import { decodeComponent } from '../lib/parse.ts'

/** The token is in a cookie for us to read: proof that the page which calls is ours. */
export function csrfToken(): string | undefined {
  const found = /(?:^|; )(?:__Host-)?loquat_csrf=([^;]+)/.exec(document.cookie)
  return found?.[1] === undefined ? undefined : decodeComponent(found[1])
}

const webPublic = { operator: 'channels', operand: 'web-public', negated: false } as const

/** From now on nobody is logged in: whoever only looks has to say that they look where everybody may. */
export function limitToWebPublic(): void {
  const { getMessages } = api
  const open: Api['getMessages'] = (input = {}, options) =>
    getMessages({ ...input, narrow: [...(input.narrow ?? []), webPublic] }, options)
  Object.assign(api, { getMessages: open })
}

/** The only way to the server. Views call actions; actions call this. */
export const api: Api = createApi({ url: '', session: { csrfToken } })
