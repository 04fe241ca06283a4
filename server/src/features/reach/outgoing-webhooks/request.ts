import type { OutgoingWebhook, OutgoingWebhookForm } from '@loquat/contract'
import { toSeconds } from '../../../platform/clock.ts'
import { versionFields } from '../../../version.ts'
import { presentFetched } from '../../conversation/messages/present.ts'
import { apiEmail } from '../../identity/users/present.ts'
import type { Occasion } from './apply-response.ts'
import type { Reply } from './outcome.ts'

interface Request {
  headers: Record<string, string>
  body: string
}

/** How a bot's server wants to be asked, and where it answers. */
interface Format {
  /** Nothing where this cannot be said in the format. */
  requestFor(occasion: Occasion): Request | undefined
  replyIn(answer: Readonly<Record<string, unknown>>): Reply
}

const userAgent = `ChatOutgoingWebhook/${versionFields.chat_version}`
const headersFor = (type: string) => ({
  'content-type': type,
  'user-agent': userAgent,
  accept: 'application/json',
})

/** By the number of a bot's interface. */
export const formats: Readonly<Record<number, Format>> = {
  1: {
    requestFor: (occasion) => ({
      headers: headersFor('application/json'),
      body: JSON.stringify(payloadFor(occasion)),
    }),
    replyIn: ({ response_string, content, widget_content }) =>
      response_string === undefined ? { content, widget: widget_content } : { content: response_string },
  },
  2: {
    requestFor: (occasion) => {
      const form = formFor(occasion)
      if (form === undefined) return undefined
      const body = new URLSearchParams(form).toString()
      return { headers: headersFor('application/x-www-form-urlencoded'), body }
    },
    replyIn: ({ text }) => ({ content: text }),
  },
}

function payloadFor({ realm, bot, service, message, call }: Occasion): OutgoingWebhook {
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
    trigger: call.trigger,
    token: service.token,
    message: shown,
  }
}

/** That format knows only channels. */
function formFor({ realm, bot, service, message, call }: Occasion): OutgoingWebhookForm | undefined {
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
    trigger_word: call.trigger,
    service_id: String(bot.id),
  }
}
