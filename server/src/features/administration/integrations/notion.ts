import { byEvent, type Describe, type Handler, sentences } from './handlers.ts'
import type { Integration } from './integration.ts'
import { code, link } from './markup.ts'
import { isObject, textAt, textsIn, valueAt } from './read.ts'
import { readable } from './status.ts'

const workspaceOf = (payload: unknown) => textAt(payload, 'workspace_name') || 'Notion'

/** Payloads of events have IDs, but no titles. A page is found by its ID. */
const entity: Describe = (payload) => {
  const id = textAt(payload, 'data.page_id', 'entity.id')
  const kind = textAt(payload, 'data.page_id') === '' ? readable(textAt(payload, 'entity.type')) : 'page'
  const it = link(`a ${kind || 'page'}`, id && `https://www.notion.so/${id.replaceAll('-', '')}`)
  return { topic: workspaceOf(payload), values: { it } }
}

const shared = {
  created: 'Someone created {it}.',
  content_updated: 'Someone edited {it}.',
  moved: 'Someone moved {it}.',
  deleted: 'Someone deleted {it}.',
  undeleted: 'Someone restored {it}.',
}
const withSchema = { ...shared, schema_updated: 'Someone changed the properties of {it}.' }

/** Notion shows a new subscription a token, which a person must copy into its settings. */
const verification: Handler = (payload) => ({
  topic: 'Notion',
  content: `Notion wants to post here. Enter this verification token in its settings: ${code(textAt(payload, 'verification_token'))}`,
})

/** Properties of a page in which its title is searched. */
const maxProperties = 100

/** The page that an automation of a database sends, with its properties. */
const automation: Handler = (payload) => {
  const properties = valueAt(payload, 'data.properties')
  const title = isObject(properties)
    ? Object.values(properties)
        .slice(0, maxProperties)
        .find((property) => textAt(property, 'type') === 'title')
    : undefined
  const name = textsIn(title, 'title', 'plain_text').join(' ') || 'A page'
  return { topic: name, content: `${link(name, textAt(payload, 'data.url'))} changed in Notion.` }
}

function eventOf(payload: unknown): string {
  if (textAt(payload, 'verification_token') !== '') return 'verification'
  return textAt(payload, 'data.object') === 'page' ? 'automation' : textAt(payload, 'type')
}

export const notion: Integration = {
  name: 'notion',
  title: 'Notion',
  category: 'Project management',
  description: 'Posts changes of pages, databases and comments.',
  eventOf,
  ...byEvent({
    verification,
    automation,
    ...sentences(
      entity,
      {
        ...shared,
        properties_updated: 'Someone changed the properties of {it}.',
        locked: 'Someone locked {it}.',
        unlocked: 'Someone unlocked {it}.',
      },
      'page.',
    ),
    ...sentences(entity, withSchema, 'database.'),
    ...sentences(entity, withSchema, 'data_source.'),
    ...sentences(
      entity,
      {
        created: 'Someone commented on {it}.',
        updated: 'Someone edited a comment on {it}.',
        deleted: 'Someone deleted a comment on {it}.',
      },
      'comment.',
    ),
  }),
}
