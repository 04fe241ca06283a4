import { areas, type Endpoint, type ErrorName, errorTable, events, type Param } from '@loquat/contract'
import { z } from 'zod'

/** The documentation page: every endpoint and event, from the same declarations that the server runs on. */
export function docsPage(url: string): string {
  const sections = Object.entries(areas).map(
    ([area, endpoints]) =>
      `<section><h2 id="${area}">${title(area)}</h2>${Object.entries(endpoints)
        .map(([name, endpoint]) => endpointArticle(url, name, endpoint as Endpoint))
        .join('')}</section>`,
  )
  const eventList = Object.values(events).map(
    (event) =>
      `<article id="event-${event.key}"><h3><code>${event.key}</code></h3><p>${html(event.summary)}</p>${fieldTable(event.shape)}</article>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Loquat API</title><style>${css}</style></head><body><nav><h1>Loquat API</h1>${navigation()}</nav><main>
<p>All paths start with <code>${html(url)}/api/v1</code>. Calls use HTTP Basic authentication with an email address and
an API key. Parameters travel in the query string (GET) or form-encoded; lists and objects as JSON inside their field.
The same as <a href="/api/v1/openapi.json">OpenAPI 3.1</a>.</p>
${sections.join('')}<section><h2 id="queue-events">Event types</h2>${eventList.join('')}</section></main></body></html>`
}

function navigation(): string {
  const links = Object.entries(areas).map(
    ([area, endpoints]) =>
      `<h4>${title(area)}</h4>${Object.entries(endpoints)
        .map(
          ([name, { method, path }]) =>
            `<a href="#${name}"><b class="${method}">${method}</b> ${html(path)}</a>`,
        )
        .join('')}`,
  )
  const eventLinks = Object.keys(events).map((key) => `<a href="#event-${key}">${key}</a>`)
  return `${links.join('')}<h4>Event types</h4>${eventLinks.join('')}`
}

const authText = {
  user: '',
  none: ' Needs no authentication.',
  spectator: ' Where the organization lets people look without an account, needs no authentication.',
  key: ' The API key is a parameter.',
}

function endpointArticle(url: string, name: string, endpoint: Endpoint): string {
  const { method, path, summary, notes, auth, params, errors } = endpoint
  const parameters = Object.entries(params)
  return `<article id="${name}">
<h3><b class="${method}">${method}</b> <code>${html(path)}</code></h3>
<p>${html(summary)}. ${inline(notes)}${authText[auth]}</p>
${parameters.length > 0 ? `<h5>Parameters</h5>${paramTable(parameters)}` : ''}
${endpoint.files === undefined ? '' : '<p>Takes a file, so the body is <code>multipart/form-data</code>.</p>'}
<h5>Reply</h5>${endpoint.redirects ? '<p>A redirection (302). Our client tells where it led.</p>' : ''}${fieldTable(endpoint.replyShape)}
${errors.length > 0 ? `<h5>Errors</h5>${errorList(errors)}` : ''}
<pre>${html(curl(url, endpoint))}</pre></article>`
}

function paramTable(parameters: [string, Param][]): string {
  const rows = parameters.map(([name, param]) => {
    const aliases = param.aliases.map((alias) => `, <code>${alias}</code>`).join('')
    const travels = { text: 'text', json: 'JSON', 'json-or-text': 'JSON or text' }[param.encoding]
    return `<tr><td><code>${name}</code>${aliases}</td><td>${param.required ? 'required' : ''}</td>
<td>${typeOf(param.schema)}</td><td>${travels}</td></tr>`
  })
  return `<table>${rows.join('')}</table>`
}

function fieldTable(shape: z.ZodRawShape): string {
  const fields = Object.entries(shape)
  if (fields.length === 0) return '<p>Only the envelope.</p>'
  const rows = fields.map(
    ([name, schema]) =>
      `<tr><td><code>${name}</code>${isOptional(schema as z.ZodType) ? '?' : ''}</td><td>${typeOf(schema as z.ZodType)}</td></tr>`,
  )
  return `<table>${rows.join('')}</table>`
}

const isOptional = (schema: z.ZodType) => schema.safeParse(undefined).success

function errorList(errors: readonly ErrorName[]): string {
  const rows = errors.map((name) => {
    const { code, status, extra } = errorTable[name]
    return `<tr><td><code>${code}</code></td><td>${status}</td><td>${Object.keys(extra).join(', ')}</td></tr>`
  })
  return `<table>${rows.join('')}</table>`
}

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  items?: Schema
  anyOf?: Schema[]
  default?: unknown
}

function typeOf(schema: z.ZodType): string {
  const description = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  const initial = description.default === undefined ? '' : ` = ${JSON.stringify(description.default)}`
  return html(`${words(description)}${initial}`)
}

function words(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf !== undefined) return schema.anyOf.map(words).join(' | ')
  if (schema.type === 'array') return `${words(schema.items ?? {})}[]`
  return [schema.type ?? 'any'].flat().join(' | ')
}

function curl(url: string, { method, path, params, auth, files }: Endpoint): string {
  const required = Object.entries(params).filter(([, param]) => param.required)
  const option = files === undefined ? '--data-urlencode' : '-F'
  const fields = required.map(([name]) => `${name}=…`)
  const parts = files === undefined ? fields : [...fields, 'file=@FILE']
  const data = parts.map((part) => ` \\\n  ${option} '${part}'`).join('')
  const flags = method === 'GET' ? (data === '' ? '' : ' -G') : ` -X ${method}`
  const account = auth === 'none' || auth === 'key' ? '' : ' -u EMAIL:API_KEY'
  return `curl -sS${flags}${account} ${url}/api/v1${path}${data}`
}

/** `profileFields` is about profile fields. */
const title = (area: string) =>
  area[0]?.toUpperCase() + area.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
const inline = (text: string) => html(text).replace(/`([^`]+)`/g, '<code>$1</code>')
const html = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)

const css = `:root{color-scheme:light dark;--line:#8883;--soft:#8881}
body{margin:0;font:15px/1.5 system-ui,sans-serif;display:grid;grid-template-columns:19rem 1fr}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1rem;border-right:1px solid var(--line);box-sizing:border-box}
nav a{display:block;color:inherit;text-decoration:none;font-size:13px;padding:2px 0;overflow-wrap:anywhere}
nav h1{font-size:1.2rem;margin:0}nav h4{margin:1rem 0 .25rem}main{padding:1rem 2rem 6rem;max-width:58rem;min-width:0}
article{border-top:1px solid var(--line);padding:.5rem 0 1rem}h3{margin:.5rem 0;font-size:1.05rem}h5{margin:.75rem 0 .25rem}
table{border-collapse:collapse;width:100%;font-size:14px}td{border-bottom:1px solid var(--line);padding:3px 12px 3px 0;vertical-align:top;overflow-wrap:anywhere}td:first-child{width:20rem}
code,pre{font:13px ui-monospace,monospace}pre{background:var(--soft);padding:.75rem;border-radius:6px;overflow:auto}
b.GET{color:#2a7ae2}b.POST{color:#1e8e3e}b.PATCH{color:#b06000}b.DELETE{color:#c5221f}
@media(max-width:50rem){body{display:block}nav{position:static;height:auto}main{padding:1rem}}`
