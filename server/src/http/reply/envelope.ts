import type { WireError } from '@loquat/contract'
import { RawReply } from '../implement.ts'

/** The JSON text of a success response. Ends with a newline, for terminals. */
export function successText(reply: object | RawReply, ignored: readonly string[]): string {
  const note = ignored.length > 0 ? `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}` : ''
  const fields = reply instanceof RawReply ? reply.fields : JSON.stringify(reply).slice(1, -1)
  // Few success replies have a message.
  const message = 'msg' in reply ? '' : ',"msg":""'
  return `{"result":"success"${message}${fields === '' ? '' : ','}${fields}${note}}\n`
}

/** Maximum length of a parameter in `reason_params`. It is for display; `msg` has the whole value. */
const maxParamLength = 500

export function errorText(error: WireError): string {
  const { message: msg, code, extra } = error
  // CSRF_FAILED has a field `reason` of its own in the protocol, among the extra fields, which wins.
  return `${JSON.stringify({ result: 'error', msg, code, ...reasonFields(error), ...extra })}\n`
}

function reasonFields({ reason, params }: WireError): object {
  if (reason === undefined) return {}
  const entries = Object.entries(params).map(([name, value]) => [name, shortened(value)])
  return entries.length === 0 ? { reason } : { reason, reason_params: Object.fromEntries(entries) }
}

const shortened = (value: string | number) =>
  typeof value === 'number' || value.length <= maxParamLength
    ? value
    : value.slice(0, maxParamLength).toWellFormed()
