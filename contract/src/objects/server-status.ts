import { z } from 'zod'

/** Kinds of deliveries that can fail and be retried. */
export const deliveryKinds = ['email', 'webhook'] as const
export type DeliveryKind = (typeof deliveryKinds)[number]

export const failedDelivery = z.strictObject({
  kind: z.enum(deliveryKinds),
  id: z.int(),
  organization_name: z.string().nullable(),
  recipient: z.string(),
  error: z.string(),
  failed_at: z.int(),
  retry_at: z.int().nullable(),
})
export type FailedDelivery = z.output<typeof failedDelivery>

export const serverProcess = z.strictObject({
  number: z.int(),
  memory_bytes: z.int(),
  event_loop_delay_seconds: z.number(),
  parked_polls: z.int(),
  open_streams: z.int(),
  log_lag_events: z.int(),
})
export type ServerProcess = z.output<typeof serverProcess>

const jobCounts = { queued: z.int(), scheduled: z.int(), running: z.int(), failed: z.int() }

export const serverStatus = z.strictObject({
  versions: z.strictObject({
    loquat: z.string(),
    node: z.string(),
    postgresql: z.string(),
    schema: z.string(),
  }),
  started_at: z.int().nullable(),
  processes: z.array(serverProcess),
  jobs: z
    .strictObject({
      ...jobCounts,
      oldest_seconds: z.number(),
      by_name: z.array(z.strictObject({ name: z.string(), ...jobCounts })),
    })
    .nullable(),
  disk: z.strictObject({ free_bytes: z.int(), size_bytes: z.int() }).nullable(),
  database_bytes: z.int(),
  backup: z.strictObject({
    last_success: z
      .strictObject({ finished_at: z.int(), place: z.string(), bytes: z.int().nullable() })
      .nullable(),
    last_failure: z.strictObject({ finished_at: z.int(), error: z.string() }).nullable(),
    is_overdue: z.boolean(),
    is_scheduled: z.boolean(),
  }),
  failed_emails: z.int(),
  failed_webhooks: z.int(),
  failed_deliveries: z.array(failedDelivery),
})
export type ServerStatus = z.output<typeof serverStatus>
