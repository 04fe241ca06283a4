import { describe, expect, it } from 'vitest'
import { type Endpoint, endpoints, errorTable } from './index.ts'

/** Codes that are sent with the statuses given, as the specification and our rulings have them. */
const documented: Record<string, number[]> = {
  BAD_REQUEST: [400, 404],
  REQUEST_VARIABLE_MISSING: [400],
  REQUEST_VARIABLE_INVALID: [400],
  REQUEST_CONFUSING_VAR: [400],
  UNAUTHORIZED: [401],
  AUTHENTICATION_FAILED: [401],
  USER_DEACTIVATED: [401],
  REALM_DEACTIVATED: [401],
  PASSWORD_AUTH_DISABLED: [401],
  UNAUTHORIZED_PRINCIPAL: [400, 403],
  NONEXISTENT_SUBDOMAIN: [404],
  NOT_FOUND: [404],
  METHOD_NOT_ALLOWED: [405],
  PAYLOAD_TOO_LARGE: [413],
  UNSUPPORTED_MEDIA_TYPE: [415],
  INVALID_JSON: [400],
  ANOMALOUS_WEBHOOK_PAYLOAD: [400],
  MISSING_HTTP_EVENT_HEADER: [400],
  RATE_LIMIT_HIT: [429],
  INTERNAL_ERROR: [500],
  REALM_UPLOAD_QUOTA: [400],
  UNAVAILABLE: [503],
  INVALID_PUSH_DEVICE_TOKEN: [400],
  BAD_EVENT_QUEUE_ID: [400],
  BAD_NARROW: [400],
  STREAM_DOES_NOT_EXIST: [400],
  EXPECTATION_MISMATCH: [400],
  SYSTEM_GROUP_REQUIRED: [400],
}
/** Fields that these codes add. */
const documentedExtras: Record<string, string[]> = {
  REQUEST_VARIABLE_MISSING: ['var_name'],
  REQUEST_VARIABLE_INVALID: ['bad_value', 'var_name'],
  REQUEST_CONFUSING_VAR: ['var_name1', 'var_name2'],
  METHOD_NOT_ALLOWED: ['allowed_methods'],
  ANOMALOUS_WEBHOOK_PAYLOAD: ['webhook_name'],
  MISSING_HTTP_EVENT_HEADER: ['header'],
  RATE_LIMIT_HIT: ['retry-after'],
  BAD_EVENT_QUEUE_ID: ['queue_id'],
  BAD_NARROW: ['desc'],
  SYSTEM_GROUP_REQUIRED: ['setting_name'],
  UNAUTHORIZED: [],
  UNAUTHORIZED_PRINCIPAL: [],
  EXPECTATION_MISMATCH: [],
}

describe('The table of errors', () => {
  it('has every documented code with its statuses', () => {
    for (const [code, statuses] of Object.entries(documented)) {
      const rows = Object.values(errorTable).filter((row) => row.code === code)
      expect([...new Set(rows.map((row) => row.status))].sort(), code).toEqual(statuses)
    }
  })

  it('has the documented fields of each code', () => {
    for (const [code, fields] of Object.entries(documentedExtras)) {
      for (const row of Object.values(errorTable).filter((one) => one.code === code)) {
        expect(Object.keys(row.extra).sort(), code).toEqual(fields)
      }
    }
  })

  it('has codes in capitals and error statuses', () => {
    for (const [name, { code, status }] of Object.entries(errorTable)) {
      expect(code, name).toMatch(/^[A-Z]+(_[A-Z]+)*$/)
      expect(status, name).toBeGreaterThanOrEqual(400)
    }
  })

  it('has every error that an endpoint declares', () => {
    for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
      for (const error of endpoint.errors) expect(errorTable, name).toHaveProperty(error)
      expect(new Set(endpoint.errors).size, name).toBe(endpoint.errors.length)
    }
  })
})
