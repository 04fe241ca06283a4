import type { EventDeclaration } from '@loquat/contract'
import { describeFields } from '@loquat/contract/descriptions'
import { z } from 'zod'
import { type Html, html } from '../../platform/html.ts'
import { highlightCode, prettyJson, renderNotes } from './code.ts'
import { methodBadge } from './endpoint-article.ts'
import { fieldList, type Schema, schemaOf } from './schema.ts'

/** The documentation of an event, with a recorded example. */
export function eventArticle(event: EventDeclaration, recorded: unknown): Html {
  const { key, type, op, summary, shape } = event
  const fields = Object.keys(shape).length
  const schema = describeFields(key, schemaOf(z.object(shape), 'output'))
  return html`<article id="event-${key}"><div class="text">
<h3><a class="anchor" href="#event-${key}"><code>${key}</code></a></h3>
<p>${renderNotes(summary)}</p>
<p class="who"><code>type</code> is <code>"${type}"</code>${op !== undefined && html`, <code>op</code> is <code>"${op}"</code>`}.</p>
${fields > 0 && html`<h4>Fields</h4>${fieldList(schema)}`}</div>
<div class="code"><figure><figcaption>Event</figcaption>${highlightCode('json', prettyJson(recorded ?? bareEvent(event)))}</figure></div></article>
`
}

/** An example of an event that no test records, because no client gets anything after it or it has no fields. */
function bareEvent({ type, op, shape }: EventDeclaration): object {
  const fields = Object.keys(shape).map((name) => [name, 1])
  return { id: 1, type, ...(op === undefined ? {} : { op }), ...Object.fromEntries(fields) }
}

interface Content {
  content?: Record<string, { schema: Schema }>
}
export interface Operation {
  summary?: string
  description?: string
  requestBody?: Content
  responses?: Record<string, Content & { description?: string }>
}

/** The documentation of an outgoing request, from the OpenAPI document. */
export function webhookArticle(name: string, operations: Record<string, Operation>): Html {
  const articles = Object.entries(operations).map(
    ([method, { summary = name, description = '', requestBody, responses = {} }]) => html`<div class="text">
<h3><a class="anchor" href="#${name}">${summary}</a></h3>
<p class="route">${methodBadge(method.toUpperCase())} <span class="soft">to your server</span></p><p>${renderNotes(description)}</p>
${bodies('Body', requestBody)}${Object.values(responses).map((response) => bodies(`Response: ${response.description ?? ''}`, response))}</div>`,
  )
  return html`<article id="${name}" class="wide">${articles}</article>
`
}

function bodies(title: string, content: Content | undefined): Html {
  const entries = Object.entries(content?.content ?? {})
  return html`${entries.map(
    ([type, { schema }]) => html`<h4>${title} <span class="soft">${type}</span></h4>${fieldList(schema)}`,
  )}`
}
