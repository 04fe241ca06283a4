import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { updateComponents } from '../submessages/components.ts'
import { listCommands, setCommands } from './commands.ts'
import { sendEphemeral } from './ephemeral.ts'
import { interact, runCommand } from './interact.ts'
import { respondByUrl } from './respond.ts'

export const interactionRoutes = implement(areas.interactions, {
  updateComponents: async ({ realm, user, path, params }) => {
    await updateComponents(realm, user, path.message_id, params.components)
    return {}
  },

  interact: async ({ app, realm, user, path, params }) => ({
    interaction_id: await interact(app, realm, user, {
      messageId: path.message_id,
      componentId: params.component_id,
      value: params.value,
      fields: params.fields,
      requestId: params.request_id,
    }),
  }),

  sendEphemeralMessage: async ({ app, realm, user, params }) => {
    const { user_id, type, to, topic, content } = params
    return { ephemeral_id: await sendEphemeral(app, realm, user, user_id, { type, to, topic, content }) }
  },

  getBotCommands: async ({ app, realm }) => ({ commands: await listCommands(app, realm) }),

  setBotCommands: async ({ realm, user, params }) => {
    await setCommands(realm, user, params.commands)
    return {}
  },

  runBotCommand: async ({ app, realm, user, path, params }) => {
    const { type, to, topic } = params
    const content = `/${path.name} ${params.arguments}`
    const input = { type, to, topic, content, name: path.name, arguments: params.arguments }
    return {
      interaction_id: await runCommand(app, realm, user, { ...input, requestId: params.request_id }),
    }
  },

  respondToInteraction: async ({ app, realm, path, params }) => {
    await respondByUrl(app, realm, path.token, params.payload)
    return {}
  },
})
