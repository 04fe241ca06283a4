import { areas, type Endpoint, type ErrorName, events } from '@loquat/contract'
import { openApiDocument } from '@loquat/contract/openapi'
import { type Html, html } from '../../platform/html.ts'
import { highlightCode } from './code.ts'
import { endpointArticle, errorLine, methodBadge } from './endpoint-article.ts'
import { eventArticle, type Operation, webhookArticle } from './event-article.ts'
import { readRecorded } from './recorded.ts'

/** The documentation page: every endpoint and event, generated from the contract. */
export function docsPage(url: string): string {
  const replies = readRecorded('replies')
  const seen = readRecorded('events')
  const sections = eachArea(
    (area, endpoints) => html`<section><h2 id="area-${area}">${title(area)}</h2>
${endpoints.map(([name, endpoint]) => endpointArticle(url, name, endpoint, replies[name]))}</section>`,
  )
  const webhooks = Object.entries(webhooksOf(url))
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Loquat API</title><link rel="stylesheet" href="/api/docs/tokens.css"><link rel="stylesheet" href="/api/docs/layout.css">
<link rel="stylesheet" href="/api/docs/content.css"><link rel="stylesheet" href="/api/docs/try.css">
<script type="module" src="/api/docs/docs.js"></script><script type="module" src="/api/docs/try.js"></script></head><body>
<header><a class="menu" href="#menu" aria-label="Contents">☰</a><a class="brand" href="#start">Loquat <span>API</span></a>
<div class="tabs" role="group" aria-label="Examples in" hidden><button type="button" data-show="shell">curl</button><button type="button" data-show="typescript">TypeScript</button></div>
<p class="session" aria-live="polite"></p></header>
<nav id="menu" aria-label="Contents"><label class="filter"><input type="search" placeholder="Filter" aria-label="Filter" autocomplete="off" spellcheck="false"></label>
${navigation(webhooks)}</nav><main>${introduction(url)}${sections}
<section><h2 id="webhooks">Webhooks</h2>${webhooks.map(([name, one]) => webhookArticle(name, one))}</section>
<section><h2 id="queue-events">Event types</h2><p class="lead">The events that <a href="#getEvents"><code>GET /events</code></a> returns. The examples come from a real queue.</p>
${Object.values(events).map((event) => eventArticle(event, seen[event.key]))}</section></main></body></html>
`.text
}

/** Long paths may wrap after a slash. */
const breakable = (path: string) => html`${path.split(/(?<=\/)/).map((part) => html`${part}<wbr>`)}`

type Named = [name: string, endpoint: Endpoint][]

const eachArea = (show: (area: string, endpoints: Named) => Html): Html[] =>
  Object.entries(areas).map(([area, endpoints]) => show(area, Object.entries(endpoints) as Named))

const webhooksOf = (url: string) =>
  (openApiDocument(url).webhooks ?? {}) as Record<string, Record<string, Operation>>

function navigation(webhooks: [string, unknown][]): Html {
  const links = eachArea(
    (area, endpoints) =>
      html`<div class="group"><h4>${title(area)}</h4>${endpoints.map(
        ([name, { method, path, summary, deprecated }]) =>
          html`<a href="#${name}" data-find="${name} ${summary}"${deprecated !== undefined && html` class="old"`}>${methodBadge(method)}<span>${breakable(path)}</span></a>`,
      )}</div>`,
  )
  const hooks = webhooks.map(
    ([name]) => html`<a href="#${name}">${methodBadge('POST')}<span>${name}</span></a>`,
  )
  const kinds = Object.values(events).map(
    ({ key, summary }) => html`<a href="#event-${key}" data-find="${summary}"><span>${key}</span></a>`,
  )
  return html`<div class="group"><h4>Loquat</h4><a href="#start"><span>Start here</span></a><a href="/api/v1/openapi.json"><span>OpenAPI 3.1</span></a></div>${links}
<div class="group"><h4>Webhooks</h4>${hooks}</div><div class="group"><h4>Event types</h4>${kinds}</div>`
}

/** Errors that every endpoint can return. */
const always: ErrorName[] = ['BadRequest', 'ParameterMissing', 'Unauthorized', 'RateLimitHit']

function introduction(url: string): Html {
  return html`<section><article id="start" class="intro"><div class="text"><h2>Start here</h2>
<p>Every request goes to <code>${url}/api/v1</code>, with an email address and an API key or token (HTTP Basic authentication), or with <code>Authorization: Bearer</code> and a token.
Parameters are in the query string of a <code>GET</code> request and in a form otherwise; lists and objects are JSON-encoded.</p>
<p>A response is an object with <code>result</code>, <code>"success"</code> or <code>"error"</code>, and <code>msg</code>. An error also has a
<code>code</code>, and a status other than 200. Any request can fail with</p><ul class="errors">${always.map(errorLine)}</ul>
<p>This page is also available as <a href="/api/v1/openapi.json">OpenAPI 3.1</a>. The tests of the server run every example.</p></div>
<div class="code"><figure data-lang="shell"><figcaption>curl</figcaption>${highlightCode('shell', shellStart(url))}</figure>
<figure data-lang="typescript"><figcaption>@loquat/client</figcaption>${highlightCode('typescript', programStart(url))}</figure></div></article></section>
`
}

export const shellStart = (url: string) =>
  `# The examples use these two variables. Your API key is in your settings, or:
EMAIL=you@example.com
KEY=$(curl -sS ${url}/api/v1/fetch_api_key -d username=$EMAIL \\
  --data-urlencode "password=$PASSWORD" | sed 's/.*"api_key":"\\([^"]*\\)".*/\\1/')`

export const programStart = (url: string) =>
  `import { createApi, LiveSession } from '@loquat/client'

const api = createApi({ url: '${url}', credentials: { email, apiKey } })

// Receive events as they happen:
const session = await LiveSession.connect(api, {
  onEvent: (event) => console.log(event),
})`

/** `profileFields` is about profile fields. */
const title = (area: string) =>
  area.slice(0, 1).toUpperCase() + area.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
