import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { receive } from './receive.ts'

export const integrationRoutes = implement(areas.integrations, {
  postToIntegration: async ({ app, realm, user, path, params, headers, clientName }) =>
    await receive(app, realm, user, {
      integration: path.integration,
      headers,
      payload: params.payload,
      stream: params.stream,
      topic: params.topic,
      onlyEvents: params.only_events,
      exceptEvents: params.exclude_events,
      template: params.template,
      clientName,
    }),
})
