/** Characters of one message in a list; `read_message` has all. */
const maxListedCharacters = 2_000

/** A message of the API, as far as assistants see it. */
export interface WireMessage {
  id: number
  type: string
  sender_id: number
  sender_full_name: string
  content: string
  subject: string
  stream_id?: number
  display_recipient: string | { id: number; full_name: string }[]
  timestamp: number
}

export interface ShownMessage {
  id: number
  from: string
  from_id: number
  at: string
  channel?: string
  channel_id?: number
  topic?: string
  direct_with?: string[]
  text: string
}

export function presentMessage(message: WireMessage, maxCharacters = maxListedCharacters): ShownMessage {
  const { display_recipient: recipient, content } = message
  const isCut = content.length > maxCharacters
  return {
    id: message.id,
    from: message.sender_full_name,
    from_id: message.sender_id,
    at: new Date(message.timestamp * 1_000).toISOString(),
    ...(typeof recipient === 'string'
      ? { channel: recipient, channel_id: message.stream_id ?? 0, topic: message.subject }
      : { direct_with: recipient.map(({ full_name: name }) => name) }),
    text: isCut ? `${content.slice(0, maxCharacters).toWellFormed()}…` : content,
  }
}

export const presentMessages = (found: Record<string, unknown>) => ({
  messages: (found.messages as WireMessage[]).map((message) => presentMessage(message)),
  more: found.found_oldest === false,
})

export const channelTerm = (name: string) => ({
  operator: 'channel',
  operand: /^\d{1,15}$/.test(name) ? Number(name) : name.replace(/^#/, ''),
})

export const personTerm = (id: number) => ({ operator: 'sender', operand: id })
