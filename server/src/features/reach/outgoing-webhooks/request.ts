import type { OutgoingWebhook, OutgoingWebhookForm } from '@loquat/contract'
import { toSeconds } from '../../../platform/clock.ts'
import { versionFields } from '../../../version.ts'
import { presentFetched } from '../../conversation/messages/present.ts'
import { apiEmail } from '../../identity/users/present.ts'
import type { CallContext } from './apply-response.ts'
import type { BotReply } from './outcome.ts'

export interface CallRequest {
  headers: Record<string, string>
  body: string
}

/** The request and response format of an interface. */
interface CallFormat {
  /** Undefined if the format cannot represent the message. */
  requestFor(context: CallContext): CallRequest | undefined
  replyIn(answer: Readonly<Record<string, unknown>>): BotReply
}

const userAgent = `ChatOutgoingWebhook/${versionFields.chat_version}`
export const headersFor = (type: string) => ({
  'content-type': type,
  'user-agent': userAgent,
  accept: 'application/json',
})

/** By interface number. */
export const formats: Readonly<Record<number, CallFormat>> = {
  1: {
    requestFor: (context) => ({
      headers: headersFor('application/json'),
      body: JSON.stringify(payloadFor(context)),
    }),
    replyIn: ({ response_string, content, widget_content }) =>
      response_string === undefined ? { content, widget: widget_content } : { content: response_string },
  },
  2: {
    requestFor: (context) => {
      const form = formFor(context)
      if (form === undefined) return undefined
      const body = new URLSearchParams(form).toString()
      return { headers: headersFor('application/x-www-form-urlencoded'), body }
    },
    replyIn: ({ text }) => ({ content: text }),
  },
}

function payloadFor({ realm, bot, service, message, trigger }: CallContext): OutgoingWebhook {
  const { flags: _, ...shown } = presentFetched(realm.directory, message, {
    viewer: bot,
    applyMarkdown: false,
    externalAvatar: false,
    emptyTopicAllowed: true,
  })
  return {
    bot_email: apiEmail(realm.directory, bot),
    bot_full_name: bot.fullName,
    data: message.content,
    trigger,
    token: service.token,
    message: shown,
  }
}

/** This format supports only channels. */
function formFor({ realm, bot, service, message, trigger }: CallContext): OutgoingWebhookForm | undefined {
  const { directory } = realm
  const channel = directory.channelByRecipient(message.recipient_id)
  if (channel === undefined) return undefined
  const time = String(toSeconds(message.sent_at.getTime()))
  return {
    token: service.token,
    team_id: `T${realm.id}`,
    team_domain: new URL(directory.url).host,
    channel_id: `C${channel.id}`,
    channel_name: channel.name,
    thread_ts: time,
    timestamp: time,
    user_id: `U${message.sender_id}`,
    user_name: directory.users.get(message.sender_id)?.fullName ?? '',
    text: message.content,
    trigger_word: trigger,
    service_id: String(bot.id),
  }
}
