import type { WireError } from '@loquat/contract'
import { RawReply } from './implement.ts'

/** The text of a success. One trailing newline, so that a terminal stays tidy. */
export function successText(reply: object | RawReply, ignored: readonly string[]): string {
  const note = ignored.length > 0 ? `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}` : ''
  const fields = reply instanceof RawReply ? reply.fields : JSON.stringify(reply).slice(1, -1)
  // Hardly any reply has something to say where all is well.
  const message = 'msg' in reply ? '' : ',"msg":""'
  return `{"result":"success"${message}${fields === '' ? '' : ','}${fields}${note}}\n`
}

export function errorText(error: WireError): string {
  return `${JSON.stringify({ result: 'error', msg: error.message, code: error.code, ...error.extra })}\n`
}
