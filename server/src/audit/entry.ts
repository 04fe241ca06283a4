import type { AuditCredential, AuditKind, AuditTarget } from '@loquat/contract'
import { type WorkCaller, workContext } from '../platform/work-context.ts'
import { type AuditValues, changedParts, storedText } from './values.ts'

/** An administrative or security event, as a feature describes it. */
export interface AuditEvent {
  kind: AuditKind
  /** Users are named by ID alone, so that the log holds no more personal data than it needs. */
  target?: { type: AuditTarget; id?: number | undefined; name?: string | undefined }
  /** With both, only the fields that differ are recorded, and nothing if none does. */
  before?: AuditValues
  after?: AuditValues
  /** The user who acts, where the request has no caller yet, such as a login. */
  actorId?: number | undefined
}

/** An event with its actor, ready to be stored. */
export interface PreparedEntry {
  kind: AuditKind
  actorId: number | null
  credential: AuditCredential
  /** The session, the token, the beginning of the hash of the API key, the command or the job. */
  credentialId: string
  address: string
  targetType: AuditTarget | null
  targetId: number | null
  targetName: string
  /** JSON, or null. */
  before: string | null
  after: string | null
}

/** A stored entry. `mac` authenticates it and, through the one before it, all earlier entries. */
export interface AuditEntry extends PreparedEntry {
  seq: number
  at: Date
  mac: string
  /** Authenticates what is left after personal values were removed; null if none were. */
  redactionMac: string | null
}

const maxNameLength = 200
/** Identifies an API key among the keys of a user, and says nothing about it. */
const keyPrefixLength = 8

/** Undefined if nothing changed. */
export function prepareEntry(event: AuditEvent): PreparedEntry | undefined {
  const { kind, target } = event
  const values = changedParts(event.before, event.after)
  if (values === undefined) return undefined
  return {
    kind,
    ...actorOf(event.actorId),
    targetType: target?.type ?? null,
    targetId: target?.id ?? null,
    targetName: (target?.name ?? '').slice(0, maxNameLength),
    before: storedText(values.before),
    after: storedText(values.after),
  }
}

/** The caller of the request, the command or the job that is running. */
function actorOf(
  actorId: number | undefined,
): Pick<PreparedEntry, 'actorId' | 'credential' | 'credentialId' | 'address'> {
  const { caller, command, job = '' } = workContext.getStore() ?? {}
  if (caller === undefined) {
    const isCommand = command !== undefined
    return {
      actorId: actorId ?? null,
      credential: isCommand ? 'command_line' : 'system',
      credentialId: isCommand ? command : job,
      address: '',
    }
  }
  const { user, address, scim } = caller
  if (scim) return { actorId: actorId ?? null, credential: 'scim_token', credentialId: '', address }
  // Spectators have the ID 0.
  const callerId = user === undefined || user.id === 0 ? undefined : user.id
  return { actorId: actorId ?? callerId ?? null, ...credentialOf(callerId, caller), address }
}

function credentialOf(
  callerId: number | undefined,
  { user, sessionId, token }: WorkCaller,
): Pick<PreparedEntry, 'credential' | 'credentialId'> {
  if (sessionId !== undefined) return { credential: 'session', credentialId: String(sessionId) }
  if (token !== undefined) return { credential: 'token', credentialId: String(token.id) }
  if (callerId === undefined) return { credential: 'none', credentialId: '' }
  return { credential: 'api_key', credentialId: (user?.apiKeyHash ?? '').slice(0, keyPrefixLength) }
}
