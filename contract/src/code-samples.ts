import type { Endpoint } from './endpoint.ts'
import { Given } from './example.ts'
import type { Param } from './param.ts'

/** A code sample generated from an endpoint's example, ready to copy. The tests run every one. */
export interface CodeSample {
  lang: 'Shell' | 'TypeScript'
  label: string
  source: string
}

/** In the format of OpenAPI documents. */
export const codeSamples = (url: string, name: string, endpoint: Endpoint): CodeSample[] => [
  { lang: 'Shell', label: 'curl', source: curlSample(url, endpoint) },
  { lang: 'TypeScript', label: '@loquat/client', source: sdkSample(url, name, endpoint) },
]

/** Name of the file that an example uploads, if any. The tests provide a file for each name. */
export function exampleFile({ files }: Endpoint): string | undefined {
  if (files === undefined || (files !== 'streamed' && files.optional)) return undefined
  return files === 'streamed' ? 'notes.txt' : (files.sampleName ?? 'picture.png')
}

const takesAccount = ({ auth }: Endpoint) => auth === 'user' || auth === 'spectator'

/** The parameters of an example that are not part of its path. */
const bodyParams = ({ example, pathParams }: Endpoint) =>
  Object.entries(example).filter(([name]) => !(name in pathParams))

// Shell samples

/** Assumes `EMAIL` and `KEY` if the endpoint needs an account. */
export function curlSample(url: string, endpoint: Endpoint): string {
  const file = exampleFile(endpoint)
  const data = bodyParams(endpoint).map(([name, value]) =>
    file === undefined
      ? formArgument(name, value, endpoint.params[name])
      : partArgument(name, value, endpoint.params[name]),
  )
  if (file !== undefined) data.push(`-F file=@${file}`)
  const head = [
    'curl -sS',
    ...(takesAccount(endpoint) ? ['-u "$EMAIL:$KEY"'] : []),
    ...methodArguments(endpoint, data.length > 0),
    addressArgument(url, endpoint),
  ].join(' ')
  const line = [head, ...data].join(' ')
  return line.length <= 96 ? line : [head, ...data].join(' \\\n  ')
}

/** Omits the method if `curl` would choose it by itself. */
function methodArguments({ method }: Endpoint, hasData: boolean): string[] {
  if (method === 'GET') return hasData ? ['-G'] : []
  return method === 'POST' && hasData ? [] : [`-X ${method}`]
}

function addressArgument(url: string, { path, pathParams, example }: Endpoint): string {
  const isGiven = Object.keys(pathParams).some((name) => exampleOf(example, name) instanceof Given)
  const start = `${url}/api/v1`
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = exampleOf(example, name)
    if (value instanceof Given) return shellVariable(value)
    const text = encodeURIComponent(String(value))
    return pathParams[name] === 'path' ? text.replaceAll('%2F', '/') : text
  })
  return isGiven ? `"${start.replace(/["$`\\]/g, '\\$&')}${filled}"` : quoted(start + filled)
}

const exampleOf = (example: object, name: string) => (example as Record<string, unknown>)[name]

/** Encoded for transport. */
const encoded = (value: unknown, param: Param | undefined) =>
  typeof value === 'string' && param?.encoding !== 'json' ? value : JSON.stringify(value)

function formArgument(name: string, value: unknown, param: Param | undefined): string {
  if (value instanceof Given) return `--data-urlencode "${name}=${shellVariable(value)}"`
  const text = `${name}=${encoded(value, param)}`
  // Contains no characters that a form would have to encode.
  return /^[\w.:,@/=-]+$/.test(text) ? `-d ${text}` : `--data-urlencode ${quoted(text)}`
}

function partArgument(name: string, value: unknown, param: Param | undefined): string {
  if (value instanceof Given) return `--form-string "${name}=${shellVariable(value)}"`
  const text = `${name}=${encoded(value, param)}`
  return /^\w+=[\w.-]+$/.test(text) ? `-F ${text}` : `--form-string ${quoted(text)}`
}

const shellVariable = ({ name }: Given) => `$${name.toUpperCase()}`
const quoted = (text: string) => (/^[\w.:,@/=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)

// Program samples

/** Assumes `email` and `apiKey` if the endpoint needs an account. */
export function sdkSample(url: string, name: string, endpoint: Endpoint): string {
  const file = exampleFile(endpoint)
  const options = takesAccount(endpoint) ? ', credentials: { email, apiKey }' : ''
  const input = Object.keys(endpoint.example).length === 0 ? '' : literal(endpoint.example)
  const files = file === undefined ? '' : `${input === '' ? '{}' : input}, { files: [file] }`
  return [
    "import { createApi } from '@loquat/client'",
    ...(file === undefined ? [] : ["import { openAsBlob } from 'node:fs'"]),
    '',
    ...(file === undefined ? [] : [`const file = new File([await openAsBlob('${file}')], '${file}')`]),
    `const api = createApi({ url: ${literal(url)}${options} })`,
    `${resultOf(endpoint)}await api.${name}(${files || input})`,
  ].join('\n')
}

/** Destructures a reply with one field, unless the name is already taken by a parameter. */
function resultOf({ replyShape, example }: Endpoint): string {
  const fields = Object.keys(replyShape)
  if (fields.length === 0) return ''
  const [field = ''] = fields
  const variables = Object.values(example).flatMap((value) =>
    value instanceof Given ? [programVariable(value)] : [],
  )
  const isTaken = ['email', 'api', 'file', ...variables].includes(field) || !/^[a-z_]+$/.test(field)
  return fields.length === 1 && !isTaken ? `const { ${field} } = ` : 'const reply = '
}

const programVariable = ({ name }: Given) =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

function literal(value: unknown, indent = ''): string {
  if (value instanceof Given) return programVariable(value)
  if (typeof value === 'string') return textLiteral(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const parts = (depth: string) =>
    isList
      ? value.map((one) => literal(one, depth))
      : Object.entries(value).map(([key, one]) => entry(key, one, depth))
  if (parts(inner).length === 0) return isList ? '[]' : '{}'
  const [open, close] = isList ? ['[', ']'] : ['{ ', ' }']
  const line = `${open}${parts(indent).join(', ')}${close}`
  if (indent.length + line.length <= 72 && !line.includes('\n')) return line
  const lines = parts(inner).map((part) => `\n${inner}${part},`)
  return `${open.trim()}${lines.join('')}\n${indent}${close.trim()}`
}

function entry(key: string, value: unknown, indent: string): string {
  const name = /^[A-Za-z_]\w*$/.test(key) ? key : textLiteral(key)
  const text = literal(value, indent)
  return name === text ? name : `${name}: ${text}`
}

const textLiteral = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
