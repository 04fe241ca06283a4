import { z } from 'zod'
import { groupObjection } from './objects/groups.ts'

/**
 * The table of all errors. `code` and `status` appear on the wire; `extra` lists additional fields of the response.
 * Two rows may share a code where the specification gives one code several statuses.
 */
export const errorTable = {
  BadRequest: { code: 'BAD_REQUEST', status: 400, extra: {} },
  ParametersExclusive: { code: 'BAD_REQUEST', status: 400, extra: { parameters: z.string() } },
  RecordNotFound: { code: 'BAD_REQUEST', status: 404, extra: {} },
  ParameterMissing: { code: 'REQUEST_VARIABLE_MISSING', status: 400, extra: { var_name: z.string() } },
  ParameterInvalid: {
    code: 'REQUEST_VARIABLE_INVALID',
    status: 400,
    extra: { var_name: z.string(), bad_value: z.string() },
  },
  ParameterConfusing: {
    code: 'REQUEST_CONFUSING_VAR',
    status: 400,
    extra: { var_name1: z.string(), var_name2: z.string() },
  },
  Unauthorized: { code: 'UNAUTHORIZED', status: 401, extra: {} },
  AuthenticationFailed: { code: 'AUTHENTICATION_FAILED', status: 401, extra: {} },
  UserDeactivated: { code: 'USER_DEACTIVATED', status: 401, extra: {} },
  RealmDeactivated: { code: 'REALM_DEACTIVATED', status: 401, extra: {} },
  PasswordResetRequired: { code: 'PASSWORD_RESET_REQUIRED', status: 401, extra: {} },
  CsrfFailed: { code: 'CSRF_FAILED', status: 403, extra: { reason: z.string() } },
  PasswordAuthDisabled: { code: 'PASSWORD_AUTH_DISABLED', status: 401, extra: {} },
  InvalidApiKey: { code: 'INVALID_API_KEY', status: 401, extra: {} },
  UnauthorizedPrincipal: { code: 'UNAUTHORIZED_PRINCIPAL', status: 400, extra: {} },
  TokenScopeMissing: { code: 'TOKEN_SCOPE_MISSING', status: 403, extra: { scope: z.string() } },
  TokenLimited: { code: 'TOKEN_LIMITED', status: 403, extra: {} },
  NonexistentSubdomain: { code: 'NONEXISTENT_SUBDOMAIN', status: 404, extra: {} },
  NotFound: { code: 'NOT_FOUND', status: 404, extra: {} },
  MethodNotAllowed: {
    code: 'METHOD_NOT_ALLOWED',
    status: 405,
    extra: { allowed_methods: z.array(z.string()) },
  },
  FileForbidden: { code: 'UNAUTHORIZED_PRINCIPAL', status: 403, extra: {} },
  NetworkDenied: { code: 'NETWORK_NOT_ALLOWED', status: 403, extra: {} },
  UploadQuotaExceeded: { code: 'REALM_UPLOAD_QUOTA', status: 400, extra: {} },
  BadImage: { code: 'BAD_IMAGE', status: 400, extra: {} },
  PayloadTooLarge: { code: 'PAYLOAD_TOO_LARGE', status: 413, extra: {} },
  UnsupportedMediaType: { code: 'UNSUPPORTED_MEDIA_TYPE', status: 415, extra: {} },
  InvalidJson: { code: 'INVALID_JSON', status: 400, extra: {} },
  PayloadAnomalous: {
    code: 'ANOMALOUS_WEBHOOK_PAYLOAD',
    status: 400,
    extra: { webhook_name: z.string() },
  },
  EventHeaderMissing: { code: 'MISSING_HTTP_EVENT_HEADER', status: 400, extra: { header: z.string() } },
  RateLimitHit: { code: 'RATE_LIMIT_HIT', status: 429, extra: { 'retry-after': z.number() } },
  InternalError: { code: 'INTERNAL_ERROR', status: 500, extra: {} },
  Unavailable: { code: 'UNAVAILABLE', status: 503, extra: {} },
  StorageFull: { code: 'INSUFFICIENT_STORAGE', status: 507, extra: {} },
  PushDeviceUnknown: { code: 'INVALID_PUSH_DEVICE_TOKEN', status: 400, extra: {} },
  InvalidZoomToken: { code: 'INVALID_ZOOM_TOKEN', status: 400, extra: {} },
  UnknownZoomUser: { code: 'UNKNOWN_ZOOM_USER', status: 400, extra: {} },
  BadEventQueueId: { code: 'BAD_EVENT_QUEUE_ID', status: 400, extra: { queue_id: z.string() } },
  BadNarrow: { code: 'BAD_NARROW', status: 400, extra: { desc: z.string() } },
  ChannelNameUnknown: { code: 'STREAM_DOES_NOT_EXIST', status: 400, extra: { stream: z.string() } },
  ChannelIdUnknown: { code: 'STREAM_DOES_NOT_EXIST', status: 400, extra: { stream_id: z.int() } },
  FieldsInvalid: {
    code: 'BAD_REQUEST',
    status: 400,
    extra: { errors: z.record(z.string(), z.array(z.string())) },
  },
  ChannelWildcardNotAllowed: { code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED', status: 400, extra: {} },
  TopicWildcardNotAllowed: { code: 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED', status: 400, extra: {} },
  MoveLimitExceeded: {
    code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
    status: 400,
    extra: {
      first_message_id_allowed_to_move: z.int().nullable(),
      total_messages_in_topic: z.int(),
      total_messages_allowed_to_move: z.int(),
    },
  },
  InvitationFailed: {
    code: 'INVITATION_FAILED',
    status: 400,
    extra: {
      errors: z.array(z.tuple([z.string(), z.string(), z.boolean()])),
      sent_invitations: z.boolean(),
      daily_limit_reached: z.boolean(),
      license_limit_reached: z.boolean(),
    },
  },
  ReactionExists: { code: 'REACTION_ALREADY_EXISTS', status: 400, extra: {} },
  ReactionMissing: { code: 'REACTION_DOES_NOT_EXIST', status: 400, extra: {} },
  ExpectationMismatch: { code: 'EXPECTATION_MISMATCH', status: 400, extra: {} },
  LastUser: {
    code: 'CANNOT_DEACTIVATE_LAST_USER',
    status: 400,
    extra: { is_last_owner: z.boolean(), entity: z.string() },
  },
  GroupInUse: {
    code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
    status: 400,
    extra: { objections: z.array(groupObjection) },
  },
  SystemGroupRequired: { code: 'SYSTEM_GROUP_REQUIRED', status: 400, extra: { setting_name: z.string() } },
} as const satisfies Record<string, ErrorRow>

interface ErrorRow {
  code: string
  status: number
  extra: Record<string, z.ZodType>
}

export type ErrorName = keyof typeof errorTable
export type ErrorCode = (typeof errorTable)[ErrorName]['code']
export type ErrorExtra<N extends ErrorName> = {
  [K in keyof (typeof errorTable)[N]['extra']]: (typeof errorTable)[N]['extra'][K] extends z.ZodType
    ? z.output<(typeof errorTable)[N]['extra'][K]>
    : never
}
