import type { Declaration } from './declare.ts'

export const emailOutcomes = ['delivered', 'refused', 'failed'] as const
export const inboundEmailOutcomes = ['posted', 'repeated', 'refused', 'failed'] as const
export const pushOutcomes = ['delivered', 'gone', 'refused', 'retried', 'dropped'] as const
export const webhookOutcomes = ['answered', 'failed', 'retried'] as const
export const callJoinOutcomes = ['joined', 'full', 'refused'] as const
export const summaryOutcomes = ['answered', 'cached', 'failed', 'refused', 'abandoned'] as const

/** Results of jobs, of everything that leaves the server, and of logins. */
export function outcomeMetrics(declare: Declaration) {
  const emails = declare.counts(
    'loquat_emails_total',
    'Attempts to deliver an email: delivered, refused by the mail server for good, or failed and tried again.',
    'outcome',
    emailOutcomes,
  )
  const inboundEmails = declare.counts(
    'loquat_inbound_emails_total',
    'Incoming emails and recipients: posted, repeated by the mail server, refused for good, or failed and tried again.',
    'outcome',
    inboundEmailOutcomes,
  )
  const pushes = declare.counts(
    'loquat_pushes_total',
    'Attempts to deliver a push notification: delivered, gone (the browser has unsubscribed), refused, retried, or dropped after the last attempt.',
    'outcome',
    pushOutcomes,
  )
  const webhooks = declare.counts(
    'loquat_webhook_calls_total',
    'Calls of outgoing webhooks: answered, failed for good, or retried.',
    'outcome',
    webhookOutcomes,
  )
  const callJoins = declare.counts(
    'loquat_call_joins_total',
    'Attempts to join a call: joined, refused because the call is full, or refused for another reason.',
    'outcome',
    callJoinOutcomes,
  )
  const summaries = declare.counts(
    'loquat_summaries_total',
    'Summaries: answered by the service, cached, failed, refused by the budget, or abandoned by the reader.',
    'outcome',
    summaryOutcomes,
  )
  const summaryDurations = declare.durations(
    'loquat_summary_duration_seconds',
    'Time until the service for summaries answered or failed, including retries.',
  )
  const jobs = declare.counts('loquat_job_failures_total', 'Runs of jobs that failed, by job.', 'job')
  const jobDurations = declare.durationsBy(
    'loquat_job_duration_seconds',
    'Duration of runs of jobs, by job.',
    'job',
  )
  const loginFailures = declare.counts(
    'loquat_login_failures_total',
    'Logins with a password that failed, by reason.',
    'reason',
    ['login-failed'],
  )
  return {
    emailSent: (outcome: (typeof emailOutcomes)[number]) => emails.add(outcome),
    emailReceived: (outcome: (typeof inboundEmailOutcomes)[number]) => inboundEmails.add(outcome),
    pushSent: (outcome: (typeof pushOutcomes)[number]) => pushes.add(outcome),
    webhookCalled: (outcome: (typeof webhookOutcomes)[number]) => webhooks.add(outcome),
    callJoined: (outcome: (typeof callJoinOutcomes)[number]) => callJoins.add(outcome),
    /** Without a duration if the service was not asked. */
    summaryEnded(outcome: (typeof summaryOutcomes)[number], ms?: number) {
      summaries.add(outcome)
      if (ms !== undefined) summaryDurations.record(ms / 1_000)
    },
    jobEnded(job: string, ms: number, isFailed: boolean) {
      jobDurations.of(job).record(ms / 1_000)
      if (isFailed) jobs.add(job)
    },
    loginFailed: (reason: string) => loginFailures.add(reason),
  }
}
