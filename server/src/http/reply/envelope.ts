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

export function errorText(error: WireError): string {
  return `${JSON.stringify({ result: 'error', msg: error.message, code: error.code, ...error.extra })}\n`
}
