import type { BotServiceObject, InteractionObject, OutgoingInteraction } from '@loquat/contract'
import type { User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { apiEmail } from '../../identity/users/present.ts'
import { type CallRequest, headersFor } from './request.ts'

export interface InteractionContext {
  realm: Realm
  bot: User
  service: BotServiceObject
  interaction: InteractionObject
}

/** By interface number, as for messages: JSON of our own, or forms in the format of Slack. */
export const interactionFormats: Readonly<Record<number, (context: InteractionContext) => CallRequest>> = {
  1: (context) => ({
    headers: headersFor('application/json'),
    body: JSON.stringify(payloadFor(context)),
  }),
  2: (context) => ({
    headers: headersFor('application/x-www-form-urlencoded'),
    body: new URLSearchParams(formFor(context)).toString(),
  }),
}

function payloadFor({ realm, bot, service, interaction }: InteractionContext): OutgoingInteraction {
  return {
    bot_email: apiEmail(realm.directory, bot),
    bot_full_name: bot.fullName,
    trigger: 'interaction',
    token: service.token,
    interaction,
  }
}

/** A slash command is a form, an action is JSON in the field `payload`. */
function formFor({ realm, service, interaction }: InteractionContext): Record<string, string> {
  const { directory } = realm
  const { user_id, stream_id, message_id, component_id, value, fields, response_url } = interaction
  const userName = directory.users.get(user_id)?.fullName ?? ''
  const channelName = stream_id === undefined ? '' : (directory.channels.get(stream_id)?.name ?? '')
  const channelId = stream_id === undefined ? '' : `C${stream_id}`
  const team = { team_id: `T${realm.id}`, team_domain: new URL(directory.url).host }
  if (interaction.command !== undefined) {
    return {
      token: service.token,
      ...team,
      channel_id: channelId,
      channel_name: channelName,
      user_id: `U${user_id}`,
      user_name: userName,
      command: `/${interaction.command}`,
      text: interaction.arguments ?? '',
      response_url,
      trigger_id: String(interaction.interaction_id),
    }
  }
  const payload = {
    type: 'block_actions',
    token: service.token,
    team: { id: team.team_id, domain: team.team_domain },
    user: { id: `U${user_id}`, username: userName },
    channel: { id: channelId, name: channelName },
    container: { type: 'message', message_ts: String(message_id ?? '') },
    actions: [{ action_id: component_id, value, selected_option: { value } }],
    state: { values: fields ?? {} },
    response_url,
    trigger_id: String(interaction.interaction_id),
  }
  return { payload: JSON.stringify(payload) }
}
