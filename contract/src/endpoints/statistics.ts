import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { statistics, statisticsPeriods } from '../objects/statistics.ts'
import { json } from '../param.ts'

export const getStatistics = endpoint({
  route: 'GET /statistics/realm',
  summary: 'Get statistics',
  notes:
    'Use this to show how active the organization is. Days are UTC days, the last one is today. Messages count when they are sent: ' +
    'as of the channel then, and also if they are deleted later. Counts are up to twenty minutes old.',
  auth: 'user',
  gate: 'admin',
  params: { days: json(z.literal([...statisticsPeriods]).default(30)) },
  example: { days: 30 },
  reply: { statistics },
})
