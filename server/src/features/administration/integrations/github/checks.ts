import { type Handler, type Handlers, phrased } from '../handlers.ts'
import { code, inParentheses, link, plain, quote, topicOf } from '../markup.ts'
import { textAt } from '../read.ts'
import { buildResult, isFinal, readable, statusMark } from '../status.ts'
import { inPlace, placeOf } from './common.ts'

interface CheckFields {
  /** The object with `conclusion`. */
  field: string
  name: string
  ref: string
  address: string
}

/** A check, workflow or job that has completed. The progress before that is not worth a message. */
const completed =
  (fieldsOf: (payload: unknown) => CheckFields): Handler =>
  (payload) => {
    const { field, name, ref, address } = fieldsOf(payload)
    const status = textAt(payload, `${field}.conclusion`)
    if (textAt(payload, 'action') !== 'completed' || status === '') return undefined
    return buildResult({ topic: topicOf(placeOf(payload), ref), name, address, ref, status })
  }

const commitAddress = (payload: unknown, path: string) =>
  `${textAt(payload, 'repository.html_url')}/commit/${textAt(payload, path)}`

const checkRun = completed((payload) => ({
  field: 'check_run',
  name: textAt(payload, 'check_run.name') || 'A check',
  ref: textAt(payload, 'check_run.check_suite.head_branch'),
  address: textAt(payload, 'check_run.html_url', 'check_run.details_url'),
}))

const checkSuite = completed((payload) => ({
  field: 'check_suite',
  name: textAt(payload, 'check_suite.app.name') || 'A check suite',
  ref: textAt(payload, 'check_suite.head_branch'),
  address: commitAddress(payload, 'check_suite.head_sha'),
}))

const workflowRun = completed((payload) => ({
  field: 'workflow_run',
  name: textAt(payload, 'workflow_run.name') || 'A workflow',
  ref: textAt(payload, 'workflow_run.head_branch'),
  address: textAt(payload, 'workflow_run.html_url'),
}))

const workflowJob = completed((payload) => ({
  field: 'workflow_job',
  name: topicOf(textAt(payload, 'workflow_job.workflow_name'), textAt(payload, 'workflow_job.name')),
  ref: textAt(payload, 'workflow_job.head_branch'),
  address: textAt(payload, 'workflow_job.html_url'),
}))

/** The status that an external service set for a commit. */
const commitStatus: Handler = (payload) => {
  const status = textAt(payload, 'state')
  if (!isFinal(status)) return undefined
  const ref = textAt(payload, 'branches.0.name')
  const topic = topicOf(placeOf(payload), ref)
  const name = textAt(payload, 'context') || 'A check'
  const address = textAt(payload, 'target_url', 'commit.html_url')
  const { content } = buildResult({ topic, name, address, ref, status })
  return { topic, content: `${content}${quote(textAt(payload, 'description'))}` }
}

const deployment = phrased(inPlace('deployments'), {
  created:
    '{actor} started a deployment of `{deployment.ref}` to {deployment.environment}.{>deployment.description}',
})

const deploymentStatus: Handler = (payload) => {
  const status = textAt(payload, 'deployment_status.state')
  if (!isFinal(status)) return undefined
  const linked = link(
    `Deployment to ${textAt(payload, 'deployment.environment')}`,
    textAt(
      payload,
      'deployment_status.environment_url',
      'deployment_status.log_url',
      'deployment_status.target_url',
    ),
  )
  const ref = textAt(payload, 'deployment.ref')
  const description = quote(textAt(payload, 'deployment_status.description'))
  return {
    topic: topicOf(placeOf(payload), 'deployments'),
    content: `${statusMark(status)} ${linked}${ref && ` of ${code(ref)}`}: ${readable(status)}.${description}`,
  }
}

const run = '[{workflow_run.name}]({workflow_run.html_url})'
const deploymentReview = phrased(inPlace('deployments'), {
  requested: `:warning: ${run} waits for a review of its deployment to {environment}.`,
  approved: `{actor} approved the deployment of ${run}.{>comment}`,
  rejected: `{actor} rejected the deployment of ${run}.{>comment}`,
})

const pageBuild: Handler = (payload) => {
  const status = textAt(payload, 'build.status')
  if (!isFinal(status)) return undefined
  const details = inParentheses(plain(textAt(payload, 'build.error.message')))
  return {
    topic: topicOf(placeOf(payload), 'pages'),
    content: `${statusMark(status)} GitHub Pages: ${readable(status)}${details}.`,
  }
}

export const checkHandlers: Handlers = {
  check_run: checkRun,
  check_suite: checkSuite,
  status: commitStatus,
  workflow_run: workflowRun,
  workflow_job: workflowJob,
  deployment,
  deployment_status: deploymentStatus,
  deployment_review: deploymentReview,
  page_build: pageBuild,
}
