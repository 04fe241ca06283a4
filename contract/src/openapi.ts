import { z } from 'zod'
import type { EndpointName } from './all-endpoints.ts'
import { codeSamples } from './code-samples.ts'
import { describeField, describeFields } from './descriptions/describe.ts'
import type { Endpoint } from './endpoint.ts'
import { type ErrorName, errorTable } from './errors.ts'
import type { EventDeclaration } from './event.ts'
import { areas, events, outgoingWebhook, outgoingWebhookForm, outgoingWebhookReply } from './index.ts'
import { reasonRow } from './reasons/reasons.ts'
import { requestReasons } from './reasons/request.ts'
import { endpointScopes } from './scopes.ts'

type Json = Record<string, unknown>

/** Errors that every endpoint can return. */
const commonErrors: ErrorName[] = ['BadRequest', 'ParameterMissing', 'RateLimitHit']

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

/** The whole API as an OpenAPI 3.1 document. */
export function openApiDocument(serverUrl: string): Json {
  const paths: Record<string, Json> = {}
  for (const [area, endpoints] of Object.entries(areas)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      paths[endpoint.path] = {
        ...paths[endpoint.path],
        [endpoint.method.toLowerCase()]: operation(serverUrl, area, name, endpoint as Endpoint),
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Loquat',
      version: '0.2.0',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description: `Any request can fail with these reasons: ${Object.keys(requestReasons).join(', ')}.`,
    },
    servers: [{ url: `${serverUrl}/api/v1` }],
    security: [{ basic: [] }],
    paths,
    webhooks: { 'chat-outgoing-webhook': { post: outgoingWebhookOperation() } },
    components: {
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic', description: 'Email address and API key.' },
        key: { type: 'apiKey', in: 'query', name: 'api_key', description: 'For webhooks of other services.' },
      },
      schemas: Object.fromEntries(
        Object.entries(events).map(([key, event]) => [
          `event.${key.replace(':', '.')}`,
          { description: event.summary, ...eventSchema(event) },
        ]),
      ),
    },
  }
}

const webhookSchema = (schema: z.ZodType, io: 'input' | 'output') =>
  describeFields('outgoingWebhook', jsonSchema(schema, io))

/** The request that this server sends to outgoing webhook bots; the document describes the receiving server. */
function outgoingWebhookOperation(): Json {
  return {
    operationId: 'chatOutgoingWebhook',
    tags: ['bots'],
    summary: 'Receive an outgoing webhook',
    description:
      'Sent to the `payload_url` of an outgoing webhook bot when a message mentions it or is sent to it: as JSON, or as a ' +
      'form for interface 2. The response is posted as a reply if it arrives within ten seconds.',
    security: [],
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: webhookSchema(outgoingWebhook, 'output') },
        'application/x-www-form-urlencoded': { schema: webhookSchema(outgoingWebhookForm, 'output') },
      },
    },
    responses: {
      200: {
        description: 'The reply of the bot, if any.',
        content: { 'application/json': { schema: webhookSchema(outgoingWebhookReply, 'input') } },
      },
    },
  }
}

/** Endpoints that differ from the default authentication. */
const security = {
  user: {},
  none: { security: [] },
  spectator: { security: [{ basic: [] }, {}] },
  key: { security: [{ key: [] }] },
}

const authErrors: Record<Endpoint['auth'], readonly ErrorName[]> = {
  user: ['Unauthorized', 'TokenScopeMissing', 'TokenLimited'],
  none: [],
  spectator: ['Unauthorized', 'TokenScopeMissing', 'TokenLimited'],
  key: ['InvalidApiKey', 'TokenLimited', 'UserDeactivated', 'RealmDeactivated'],
}

function operation(url: string, area: string, name: string, endpoint: Endpoint): Json {
  const isGet = endpoint.method === 'GET'
  const path = Object.entries(endpoint.pathParams).map(([parameter, kind]) => ({
    name: parameter,
    in: 'path',
    required: true,
    description: describeField(name, parameter),
    schema: { type: kind === 'int' ? 'integer' : 'string' },
  }))
  return {
    operationId: name,
    tags: [area],
    summary: endpoint.summary,
    ...(endpoint.notes === '' ? {} : { description: endpoint.notes }),
    ...(endpoint.deprecated === undefined ? {} : { deprecated: true }),
    ...security[endpoint.auth],
    'x-scope': endpointScopes[name as EndpointName],
    parameters: isGet ? [...path, ...queryParameters(name, endpoint)] : path,
    ...(isGet || !hasBody(endpoint) ? {} : { requestBody: formBody(name, endpoint) }),
    responses: responses(name, endpoint),
    'x-codeSamples': codeSamples(url, name, endpoint),
  }
}

/** Fields that every event has; elsewhere these names have other meanings. */
const eventHead: Record<string, string> = {
  id: 'Position of the event in the log.',
  type: 'Type of the event.',
  op: 'Operation.',
}

function eventSchema(event: EventDeclaration): Json {
  const schema = jsonSchema(event.schema, 'output')
  const properties = schema.properties as Record<string, Json>
  for (const [name, description] of Object.entries(eventHead)) {
    if (properties[name] !== undefined) properties[name].description = description
  }
  return describeFields(event.key, schema)
}

function queryParameters(endpointName: string, endpoint: Endpoint): Json[] {
  return Object.entries(endpoint.params).map(([name, param]) => {
    const schema = describeFields(endpointName, jsonSchema(param.schema, 'input'))
    const isPlain = param.encoding === 'text' || ['boolean', 'integer'].includes(String(schema.type))
    return {
      name,
      in: 'query',
      required: param.required,
      description: describeField(endpointName, name),
      ...(isPlain ? { schema } : { content: { 'application/json': { schema } } }),
    }
  })
}

const hasBody = ({ params, files }: Endpoint) => Object.keys(params).length > 0 || files !== undefined

const fileSchema = {
  type: 'string',
  contentMediaType: 'application/octet-stream',
  description: 'The file. The name of the part does not matter.',
}

function formBody(endpointName: string, endpoint: Endpoint): Json {
  const params = Object.entries(endpoint.params)
  const schema = {
    type: 'object',
    properties: {
      ...Object.fromEntries(params.map(([name, param]) => [name, jsonSchema(param.schema, 'input')])),
      ...(endpoint.files === undefined ? {} : { file: fileSchema }),
    },
    required: params.filter(([, param]) => param.required).map(([name]) => name),
  }
  describeFields(endpointName, schema)
  const encoding = Object.fromEntries(
    params
      .filter(([, param]) => param.encoding !== 'text')
      .map(([name]) => [name, { contentType: 'application/json' }]),
  )
  const type = endpoint.files === undefined ? 'application/x-www-form-urlencoded' : 'multipart/form-data'
  const whole = endpoint.jsonBody === undefined ? {} : { 'application/json': { schema: {} } }
  return { content: { [type]: { schema, encoding }, ...whole } }
}

function responses(name: string, endpoint: Endpoint): Json {
  const errors = [...commonErrors, ...endpoint.errors, ...authErrors[endpoint.auth]]
  const byStatus = Map.groupBy(new Set(errors), (name) => errorTable[name].status)
  return {
    ...(endpoint.redirects
      ? { 302: { description: 'Found', headers: { location: { schema: { type: 'string' } } } } }
      : {
          200: {
            description: 'Success',
            content: {
              'application/json': { schema: describeFields(name, jsonSchema(endpoint.reply, 'output')) },
            },
          },
        }),
    ...Object.fromEntries(
      [...byStatus].map(([status, names]) => [
        status,
        {
          description: describeErrors(names, endpoint),
          content: { 'application/json': { schema: { oneOf: names.map(errorSchema) } } },
        },
      ]),
    ),
  }
}

/** The codes of a response, and the reasons that are specific to the endpoint. */
function describeErrors(names: readonly ErrorName[], endpoint: Endpoint): string {
  const codes = [...new Set(names.map((name) => errorTable[name].code))].join(', ')
  const own = (endpoint.reasons ?? []).filter((reason) => names.includes(reasonRow(reason).kind))
  return own.length === 0 ? codes : `${codes}. Reasons: ${own.join(', ')}.`
}

function errorSchema(name: ErrorName): Json {
  const { code, extra } = errorTable[name]
  const shape = {
    result: z.literal('error'),
    msg: z.string(),
    code: z.literal(code),
    reason: z.string().optional(),
    reason_params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    ...extra,
  }
  return jsonSchema(z.object(shape), 'output')
}
