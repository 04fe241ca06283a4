import { api } from '../session/api.ts'
import { attempt } from '../session/attempt.ts'
import { invalidate, useResource } from '../session/resource.ts'

/** How emails to an address are posted. */
export interface AddressOptions {
  showSender: boolean
  includeQuotes: boolean
  preferHtml: boolean
}

/** Names in addresses: in full, and short. */
const optionNames: Record<keyof AddressOptions, [full: string, short: string]> = {
  showSender: ['show-sender', 'sender'],
  includeQuotes: ['include-quotes', 'quotes'],
  preferHtml: ['prefer-html', 'html'],
}

/** Some mail servers refuse longer local parts. */
const maxLocalLength = 64

/** The address with these options instead of the default one. Leaves out the name of the channel if it would be too long. */
export function addressWithOptions(address: string, options: AddressOptions): string {
  const [local = '', domain = ''] = address.split('@')
  const parts = local.replace(/\.show-sender$/, '').split('.')
  const token = parts.at(-1) ?? ''
  const chosen = Object.entries(optionNames)
    .filter(([name]) => options[name as keyof AddressOptions])
    .map(([, names]) => names)
  const full = chosen.map(([name]) => name)
  const short = chosen.map(([, name]) => name)
  const forms = [
    [...parts, ...full],
    [token, ...full],
    [token, ...short],
  ].map((form) => form.join('.'))
  const fitting = forms.find((form) => form.length <= maxLocalLength) ?? forms.at(-1) ?? ''
  return `${fitting}@${domain}`
}

const keyFor = (channelId: number, senderId: number | undefined) => `channel-email:${channelId}:${senderId}`

const paramsFor = (channelId: number, senderId: number | undefined) => ({
  stream_id: channelId,
  ...(senderId === undefined ? {} : { sender_id: senderId }),
})

/** The user's email address of a channel, created when it is first shown. */
export const useChannelAddress = (channelId: number, senderId: number | undefined) =>
  useResource(
    keyFor(channelId, senderId),
    async (signal) => (await api.getChannelEmail(paramsFor(channelId, senderId), { signal })).email,
  )

export async function replaceChannelAddress(channelId: number, senderId: number | undefined) {
  const problem = await attempt(() => api.replaceChannelEmail(paramsFor(channelId, senderId)))
  invalidate(keyFor(channelId, senderId))
  return problem
}
