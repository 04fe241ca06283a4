import {
  channelLimits,
  codeSamples,
  type Endpoint,
  type EndpointName,
  type ErrorName,
  endpointScopes,
  errorTable,
  Given,
  type Param,
  type PathKind,
  type Reason,
  reasonRow,
} from '@loquat/contract'
import { describeField, describeFields } from '@loquat/contract/descriptions'
import { z } from 'zod'
import { type Html, html } from '../../platform/html.ts'
import { highlightCode, prettyJson, renderNotes } from './code.ts'
import { defaultOf, describeSchema, fieldList, type Schema, schemaOf } from './schema.ts'

/** The documentation of an endpoint: purpose, permissions, parameters, response and samples. */
export function endpointArticle(url: string, name: string, endpoint: Endpoint, reply: unknown): Html {
  const { method, path, summary, notes, deprecated } = endpoint
  return html`<article id="${name}" data-method="${method}" data-path="${path}" data-auth="${endpoint.auth}">
<div class="text"><h3><a class="anchor" href="#${name}">${renderNotes(summary)}</a></h3>
<p class="route">${methodBadge(method)} <code>${path}</code>${deprecated !== undefined && html` <span class="badge">deprecated</span>`}</p>
${deprecated !== undefined && html`<p class="notice">${renderNotes(deprecated)}</p>`}
${notes !== '' && html`<p>${renderNotes(notes)}</p>`}
<p class="who"><b>Who may call:</b> ${allowedCallers(endpoint)}</p>
${tokenScope(name)}
${parameters(name, endpoint)}
<h4>Reply</h4>${replyFields(name, endpoint)}
${errors(endpoint)}</div>
<div class="code">${samples(url, name, endpoint)}${recordedReply(reply)}<button class="try" type="button" hidden>Try it</button></div></article>
`
}

export const methodBadge = (method: string) => html`<b class="verb ${method.toLowerCase()}">${method}</b>`

const kinds = {
  human: 'people, not bots',
  member: 'people except guests; no bots',
  'not-guest': 'all users except guests',
  admin: 'administrators and owners',
  owner: 'owners',
}

export function allowedCallers({ auth, gate, openToWebhookBots }: Endpoint): string {
  if (auth === 'none') return 'anyone, without authentication.'
  if (auth === 'key') return 'any account, including incoming webhook bots, with its API key as a parameter.'
  const account = gate === undefined ? 'all users' : kinds[gate]
  const webhooks = openToWebhookBots ? ', including incoming webhook bots' : ''
  const spectators = auth === 'spectator' ? '; also spectators, if the organization allows them' : ''
  return `${account}${webhooks}${spectators}.`
}

/** The scope that a token needs. */
function tokenScope(name: string): Html | undefined {
  const scope = endpointScopes[name as EndpointName]
  if (scope === undefined || scope === 'public') return undefined
  const limit =
    channelLimits[name as EndpointName] === undefined
      ? ''
      : ' Tokens that are limited to channels can call it.'
  if (scope === 'credentials') return html`<p class="who"><b>Tokens:</b> cannot call it.</p>`
  if (scope === 'webhook') return html`<p class="who"><b>Tokens:</b> only those of webhooks.</p>`
  return html`<p class="who"><b>Scope:</b> <code>${scope}</code>.${limit}</p>`
}

interface Input {
  name: string
  place: 'path' | 'query' | 'form'
  schema: Schema
  required: boolean
  encoding: Param['encoding']
  aliases: readonly string[]
}

const pathSchemas: Record<PathKind, Schema> = {
  int: { type: 'integer' },
  text: { type: 'string' },
  path: { type: 'string' },
}

function inputsOf(endpointName: string, { method, pathParams, params }: Endpoint): Input[] {
  const described = (name: string) => ({ description: describeField(endpointName, name) ?? '' })
  const inPath = Object.entries(pathParams).map(([name, kind]) => ({
    name,
    place: 'path' as const,
    schema: { ...pathSchemas[kind], ...described(name) },
    required: true,
    encoding: 'text' as const,
    aliases: [],
  }))
  const sent = Object.entries(params).map(([name, { schema, required, encoding, aliases }]) => ({
    name,
    place: method === 'GET' ? ('query' as const) : ('form' as const),
    schema: {
      ...describeFields(endpointName, schemaOf(schema, 'input')),
      ...described(name),
      default: schema.safeParse(undefined).data,
    },
    required,
    encoding,
    aliases,
  }))
  return [...inPath, ...sent]
}

/** Above this number, only required parameters and those of the example are shown expanded. */
const maxExpanded = 20

function parameters(name: string, endpoint: Endpoint): Html | false {
  const inputs = inputsOf(name, endpoint)
  const file = endpoint.files === undefined ? false : fileNote(endpoint)
  if (inputs.length === 0 && file === false) return false
  const shown = (input: Input) =>
    inputs.length <= maxExpanded || input.required || input.name in endpoint.example
  const rest = inputs.filter((input) => !shown(input))
  return html`<h4>Parameters</h4>${file}${inputList(endpoint, inputs.filter(shown))}${
    rest.length > 0 &&
    html`<details class="more"><summary>${rest.length} more, all optional</summary>${inputList(endpoint, rest)}</details>`
  }`
}

function fileNote({ files }: Endpoint): Html {
  const verb = files !== 'streamed' && files?.optional ? 'Accepts' : 'Requires'
  return html`<p>${verb} a file, so the body is <code>multipart/form-data</code>. The name of the part does not matter.</p>`
}

const inputList = (endpoint: Endpoint, inputs: Input[]) =>
  html`<ul class="fields">${inputs.map((input) => inputField(endpoint, input))}</ul>`

function inputField({ example }: Endpoint, input: Input): Html {
  const { name, place, schema, required, encoding } = input
  const shown = (example as Record<string, unknown>)[name]
  const isWord = shown === undefined || shown instanceof Given
  const hint = isWord ? '' : typeof shown === 'string' && encoding !== 'json' ? shown : JSON.stringify(shown)
  const options = optionsOf(input)
  const form = html`data-param="${name}" data-in="${place}"${required && html` data-required`}${
    options !== undefined && html` data-options="${JSON.stringify(options)}"`
  }${hint !== '' && html` data-example="${hint}"`}`
  const need = required ? html`<span class="must">required</span>` : html`<span class="maybe">optional</span>`
  return html`<li ${form}><code class="name">${name}</code>${need}${describeSchema(schema, 0, remarksOn(input))}</li>`
}

function remarksOn({ place, schema, encoding, aliases }: Input): Html[] {
  const { type } = schema
  // Numbers and booleans look the same in JSON.
  const isPlain = type === 'integer' || type === 'boolean' || type === 'number'
  return [
    ...defaultOf(schema),
    ...(place === 'path' ? [html`in the path`] : []),
    ...(encoding === 'json' && !isPlain ? [html`as JSON`] : []),
    ...aliases.map((alias) => html`also called <code>${alias}</code>`),
  ]
}

/** The allowed values, encoded for transport. */
function optionsOf({ schema: { type, enum: values, const: fixed }, encoding }: Input): string[] | undefined {
  if (type === 'boolean') return ['true', 'false']
  const some = values ?? (fixed === undefined ? undefined : [fixed])
  return some?.map((one) => (typeof one === 'string' && encoding !== 'json' ? one : JSON.stringify(one)))
}

function replyFields(name: string, { redirects, replyShape }: Endpoint): Html {
  if (redirects)
    return html`<p>A redirect (302). <code>@loquat/client</code> returns its target as <code>url</code>.</p>`
  const schema = describeFields(name, schemaOf(z.object(replyShape), 'output'))
  const count = Object.keys(replyShape).length
  if (count === 0)
    return html`<p class="soft">No fields besides <code>result</code> and <code>msg</code>.</p>`
  if (count <= maxExpanded) return fieldList(schema)
  return html`<details class="more"><summary>${count} fields</summary>${fieldList(schema)}</details>`
}

const byAuth: Record<Endpoint['auth'], readonly ErrorName[]> = {
  user: [],
  none: [],
  spectator: [],
  key: ['InvalidApiKey', 'UserDeactivated', 'RealmDeactivated'],
}

function errors({ errors: declared, reasons = [], auth }: Endpoint): Html | false {
  const names = [...declared, ...byAuth[auth]]
  if (names.length + reasons.length === 0) return false
  return html`<h4>Errors</h4><ul class="errors">${names.map((name) => errorLine(name))}</ul>${
    reasons.length > 0 &&
    html`<details class="more"><summary>${reasons.length} ${reasons.length === 1 ? 'reason' : 'reasons'}</summary><ul class="errors">${reasons.map(reasonLine)}</ul></details>`
  }`
}

function reasonLine(reason: Reason): Html {
  const { kind, parameter, text } = reasonRow(reason)
  const sentence = parameter === undefined ? text : `${parameter}: ${text}`
  return html`<li><code>${reason}</code> <span class="type">${errorTable[kind].code}</span> <span class="limit">${sentence}</span></li>`
}

export function errorLine(name: ErrorName): Html {
  const { code: word, status, extra } = errorTable[name]
  const fields = Object.keys(extra)
  return html`<li><code>${word}</code> <span class="type">${status}</span>${
    fields.length > 0 &&
    html` <span class="limit">with ${fields.map((one) => html`<code>${one}</code> `)}</span>`
  }</li>`
}

function samples(url: string, name: string, endpoint: Endpoint): Html {
  const parts = codeSamples(url, name, endpoint).map(({ lang, label, source }) => {
    const language = lang === 'Shell' ? 'shell' : 'typescript'
    return html`<figure data-lang="${language}"><figcaption>${label}</figcaption>${highlightCode(language, source)}</figure>`
  })
  return html`${parts}`
}

const recordedReply = (reply: unknown) =>
  reply !== undefined &&
  html`<figure><figcaption>Reply</figcaption>${highlightCode('json', prettyJson(reply))}</figure>`
