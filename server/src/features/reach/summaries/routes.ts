import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { removeSummaryService, setSummaryService, shownSummaryService } from './settings.ts'
import { summarize, testService } from './summarize.ts'

export const summaryRoutes = implement(areas.summaries, {
  summarizeMessages: async ({ app, realm, user, params, onDisconnect }) => {
    const request = { channelId: params.stream_id, topic: params.topic, isUnread: params.unread }
    return { ...(await summarize(app, realm, user, request, onDisconnect)) }
  },
  getSummaryService: async ({ app, realm }) => await shownSummaryService(app, realm),
  setSummaryService: async ({ app, realm, params }) => {
    await setSummaryService(app, realm, params)
    return {}
  },
  deleteSummaryService: async ({ realm }) => {
    await removeSummaryService(realm)
    return {}
  },
  testSummaryService: async ({ app, realm }) => await testService(app, realm),
})
