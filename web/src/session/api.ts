import { type Api, createApi } from '@loquat/client'
import { decodeComponent } from '../lib/parse.ts'

/** The CSRF token from its cookie, which only pages of this origin can read. */
export function csrfToken(): string | undefined {
  const found = /(?:^|; )(?:__Host-)?loquat_csrf=([^;]+)/.exec(document.cookie)
  return found?.[1] === undefined ? undefined : decodeComponent(found[1])
}

const webPublic = { operator: 'channels', operand: 'web-public', negated: false } as const

/** For spectators: the server accepts message requests without a login only for web-public channels. */
export function limitToWebPublic(): void {
  const { getMessages } = api
  const open: Api['getMessages'] = (input = {}, options) =>
    getMessages({ ...input, narrow: [...(input.narrow ?? []), webPublic] }, options)
  Object.assign(api, { getMessages: open })
}

/** All calls to the server. Views call actions; actions call this. */
export const api: Api = createApi({ url: '', session: { csrfToken } })
