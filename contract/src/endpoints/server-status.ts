import { z } from 'zod'
import { list, maxObjects } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { deliveryKinds, serverStatus } from '../objects/server-status.ts'
import { json, text } from '../param.ts'

const owners = { auth: 'user', gate: 'owner' } as const

export const getServerStatus = endpoint({
  route: 'GET /server/status',
  summary: 'Get the state of the server',
  notes:
    'Use this to see versions, processes, jobs, disk space, backups and failed deliveries of the whole server. Only owners of the main ' +
    'organization, the one without a subdomain, can use it. Processes and disk are those of the server that answers.',
  ...owners,
  params: {},
  reply: { server_status: serverStatus },
  reasons: ['server-status-denied'],
})

export const retryDeliveries = endpoint({
  route: 'POST /server/deliveries/retry',
  summary: 'Retry failed deliveries',
  notes:
    'Use this after the cause has been fixed. Without `ids`, up to 10,000 failed deliveries of the kind are retried. Deliveries that have ' +
    'succeeded or are being retried already are ignored, so a repeated request does nothing.',
  ...owners,
  params: { kind: text(z.enum(deliveryKinds)), ids: json(list(z.int(), maxObjects).optional()) },
  example: { kind: 'email' },
  reply: { retried: z.int() },
  reasons: ['server-status-denied'],
})
