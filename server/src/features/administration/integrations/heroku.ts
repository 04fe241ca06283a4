import { byEvent, type Describe, type Handler, type Phrases, phrased } from './handlers.ts'
import type { Integration } from './integration.ts'
import { plain, quote, topicOf } from './markup.ts'
import { textAt } from './read.ts'
import { buildResult, isFinal } from './status.ts'

const appOf = (payload: unknown) => textAt(payload, 'data.app.name', 'data.name') || 'Heroku'
const app: Describe = (payload) => ({
  topic: appOf(payload),
  values: { actor: plain(textAt(payload, 'actor.email', 'data.user.email')) || 'Someone' },
})

/** A release or build, once it has ended. */
const result =
  (kind: string, detailPath: string): Handler =>
  (payload) => {
    const status = textAt(payload, 'data.status')
    if (!isFinal(status)) return undefined
    const number = textAt(payload, 'data.version', 'data.slug.commit').slice(0, 12)
    const topic = topicOf(appOf(payload), `${kind.toLowerCase()}s`)
    const address = `https://dashboard.heroku.com/apps/${appOf(payload)}/activity`
    const { content } = buildResult({ topic, name: `${kind} ${number}`.trim(), address, ref: '', status })
    return { topic, content: `${content}${quote(textAt(payload, detailPath))}` }
  }

const changes = (phrases: Phrases): Handler => phrased(app, phrases)

export const heroku: Integration = {
  name: 'heroku',
  title: 'Heroku',
  category: 'Deployment',
  description: 'Posts builds, releases, crashes, scaling and add-ons of an app.',
  eventOf: (payload) => textAt(payload, 'resource', 'webhook_metadata.event.include').replace(/^api:/, ''),
  ...byEvent({
    build: result('Build', 'data.source_blob.version_description'),
    release: result('Release', 'data.description'),
    // Dynos change state all the time; people need to know about crashes.
    dyno: phrased(app, { crashed: ':cross_mark: The dyno `{data.name}` crashed.' }, (payload) =>
      textAt(payload, 'data.state'),
    ),
    formation: changes({
      update: '{actor} scaled `{data.type}` to {data.quantity} dynos of size {data.size}.',
    }),
    addon: changes({
      create: '{actor} added the add-on {data.addon_service.name|data.name}.',
      update: 'The add-on {data.addon_service.name|data.name} is {data.state}.',
      destroy: '{actor} removed the add-on {data.addon_service.name|data.name}.',
    }),
    'addon-attachment': changes({
      create: '{actor} attached the add-on {data.addon.name} as `{data.name}`.',
      destroy: '{actor} detached the add-on {data.addon.name}.',
    }),
    collaborator: changes({
      create: '{actor} added {data.user.email} as a collaborator.',
      update: '{actor} changed the permissions of {data.user.email}.',
      destroy: '{actor} removed {data.user.email} as a collaborator.',
    }),
    domain: changes({
      create: '{actor} added the domain {data.hostname}.',
      update: 'The domain {data.hostname} was updated.',
      destroy: '{actor} removed the domain {data.hostname}.',
    }),
    app: changes({
      create: '{actor} created the app {data.name}.',
      update: '{actor} updated the app {data.name}.',
      destroy: '{actor} deleted the app {data.name}.',
    }),
    'sni-endpoint': changes({
      create: '{actor} added a TLS certificate.',
      update: '{actor} updated a TLS certificate.',
      destroy: '{actor} removed a TLS certificate.',
    }),
  }),
}
