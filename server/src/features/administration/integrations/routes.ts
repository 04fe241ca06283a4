import { apiError, areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { echoOf, findIntegration, receive } from './receive.ts'

export const integrationRoutes = implement(areas.integrations, {
  checkIntegration: ({ path }) => {
    findIntegration(path.integration)
    return {}
  },
  postToIntegration: async ({ app, realm, user, token, path, params, headers, clientName, setHeader }) => {
    const echo = echoOf(findIntegration(path.integration), headers)
    if (echo !== undefined) {
      setHeader(echo.name, echo.value)
      return {}
    }
    const { payload } = params
    if (payload === undefined) {
      throw apiError('parameter-missing', { parameter: 'payload' }, { var_name: 'payload' })
    }
    return await receive(app, realm, user, {
      integration: path.integration,
      headers,
      payload,
      stream: params.stream,
      topic: params.topic,
      onlyEvents: params.only_events,
      exceptEvents: params.exclude_events,
      template: params.template,
      clientName,
      token,
    })
  },
})
