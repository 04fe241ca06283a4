import { type Handler, type Handlers, phrased, sentence } from '../handlers.ts'
import { bullets, code, link, plain, topicOf } from '../markup.ts'
import { isTrueAt, listAt, textAt } from '../read.ts'
import { buildResult, isFinal, readable, statusMark } from '../status.ts'
import { actorOf, inPlace, placeOf } from './common.ts'

/** Jobs of a pipeline that are searched for failures. */
const maxJobs = 200

const pipeline: Handler = (payload) => {
  const status = textAt(payload, 'object_attributes.status')
  if (!isFinal(status)) return undefined
  const ref = textAt(payload, 'object_attributes.ref')
  const topic = topicOf(placeOf(payload), ref)
  const id = textAt(payload, 'object_attributes.id')
  const name = textAt(payload, 'object_attributes.name') || `Pipeline #${id}`
  const address =
    textAt(payload, 'object_attributes.url') || `${textAt(payload, 'project.web_url')}/-/pipelines/${id}`
  const failed = listAt(payload, 'builds', maxJobs)
    .filter((build) => textAt(build, 'status') === 'failed')
    .map((build) => `${plain(textAt(build, 'stage'))}: ${plain(textAt(build, 'name'))}`)
  const { content } = buildResult({ topic, name, address, ref, status })
  return { topic, content: `${content}${bullets(failed.slice(0, 20), failed.length)}` }
}

const job: Handler = (payload) => {
  const status = textAt(payload, 'build_status')
  if (!isFinal(status)) return undefined
  const ref = textAt(payload, 'ref')
  const project = textAt(payload, 'project.web_url', 'repository.homepage')
  return buildResult({
    topic: topicOf(placeOf(payload), ref),
    name: topicOf(textAt(payload, 'build_stage'), textAt(payload, 'build_name')) || 'A job',
    address: `${project}/-/jobs/${textAt(payload, 'build_id')}`,
    ref,
    status,
  })
}

const deployment: Handler = (payload) => {
  const status = textAt(payload, 'status')
  if (!isFinal(status)) return undefined
  const ref = textAt(payload, 'ref', 'short_sha')
  const address = textAt(payload, 'environment_external_url', 'deployable_url')
  const linked = link(`Deployment to ${textAt(payload, 'environment')}`, address)
  return {
    topic: topicOf(placeOf(payload), 'deployments'),
    content: `${statusMark(status)} ${linked}${ref && ` of ${code(ref)}`} by ${actorOf(payload)}: ${readable(status)}.`,
  }
}

const featureFlag: Handler = (payload) => {
  const verb = isTrueAt(payload, 'object_attributes.active') ? 'enabled' : 'disabled'
  const phrase = `{actor} ${verb} the feature flag \`{object_attributes.name}\`.{>object_attributes.description}`
  return sentence(inPlace('feature flags'), phrase)(payload)
}

const release = phrased(inPlace('releases'), {
  create: '[{name|tag}]({url}) was released.{>description}',
  update: 'The release [{name|tag}]({url}) was edited.',
  delete: 'The release {name|tag} was deleted.',
})

export const buildHandlers: Handlers = {
  pipeline,
  build: job,
  deployment,
  feature_flag: featureFlag,
  release,
}
