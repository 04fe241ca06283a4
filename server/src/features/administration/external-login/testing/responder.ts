import { randomUUID } from 'node:crypto'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import {
  BerReader,
  BerWriter,
  BindRequest,
  type Message,
  PresenceFilter,
  ProtocolOperation,
  SearchRequest,
} from 'ldapts'
import { dnOf, type Listed, type RunningDirectory, service } from './listed.ts'

/** The library, which is made for clients, reads the attribute from the beginning of the whole message. */
PresenceFilter.prototype.parseFilter = function (reader) {
  const end = reader.offset + reader.length
  this.attribute = reader.buffer.subarray(reader.offset, end).toString().toLowerCase()
  reader.offset = end
}

const success = 0
const invalidCredentials = 49

/** A minimal LDAP server: simple binds, searches and unbinds. */
export async function startResponder(people: readonly Listed[]): Promise<RunningDirectory> {
  const entries = people.map((person) => ({ ...person, dn: dnOf(person), entryUUID: randomUUID() }))
  const passwords = new Map([
    [service.dn, service.password],
    ...entries.map(({ dn, password }) => [dn, password] as const),
  ])

  function answer(message: Message): Buffer[] {
    if (message instanceof BindRequest) {
      const isRight = passwords.get(message.dn) === message.password || message.password === ''
      return [result(message, ProtocolOperation.LDAP_RES_BIND, isRight ? success : invalidCredentials)]
    }
    if (!(message instanceof SearchRequest)) return []
    const found = entries.filter(({ uid, cn, mail, employeeType = '' }) =>
      message.filter.matches(
        { uid, cn, mail, employeetype: employeeType, objectclass: 'inetOrgPerson' },
        false,
      ),
    )
    return [
      ...found.map(({ dn, cn, mail, entryUUID, departmentNumber = [] }) =>
        entryOf(message, dn, { cn, mail, entryUUID, departmentNumber }),
      ),
      result(message, ProtocolOperation.LDAP_RES_SEARCH, success),
    ]
  }

  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let buffer: Buffer = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (data) => {
      buffer = Buffer.concat([buffer, data])
      for (let next = take(buffer); next !== undefined; next = take(buffer)) {
        buffer = next.rest
        if (next.message === undefined) socket.end()
        else for (const part of answer(next.message)) socket.write(part)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    change: async (uid, change) => {
      for (const entry of entries) if (entry.uid === uid) Object.assign(entry, change)
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The first request in a buffer, if all of it is there; none that we know of is a farewell. */
function take(buffer: Buffer): { message: Message | undefined; rest: Buffer } | undefined {
  const reader = new BerReader(buffer)
  if (buffer.length < 2 || reader.readSequence() === null || reader.remain < reader.length) return undefined
  const rest = buffer.subarray(reader.offset + reader.length)
  const messageId = reader.readInt() ?? 0
  const operation = reader.readSequence()
  if (operation === ProtocolOperation.LDAP_REQ_BIND) {
    const bind = new BindRequest({ messageId })
    bind.parseMessage(reader)
    return { message: bind, rest }
  }
  if (operation !== ProtocolOperation.LDAP_REQ_SEARCH) return { message: undefined, rest }
  const search = new SearchRequest({ messageId, filter: undefined as never })
  search.parseMessage(reader)
  return { message: search, rest }
}

function result({ messageId }: Message, operation: number, code: number): Buffer {
  return written(messageId, operation, (writer) => {
    writer.writeEnumeration(code)
    writer.writeString('')
    writer.writeString('')
  })
}

function entryOf(
  { messageId }: Message,
  dn: string,
  attributes: Record<string, string | readonly string[]>,
): Buffer {
  return written(messageId, ProtocolOperation.LDAP_RES_SEARCH_ENTRY, (writer) => {
    writer.writeString(dn)
    writer.startSequence()
    for (const [name, value] of Object.entries(attributes)) {
      writer.startSequence()
      writer.writeString(name)
      writer.startSequence(0x31)
      for (const one of [value].flat()) writer.writeString(one)
      writer.endSequence()
      writer.endSequence()
    }
    writer.endSequence()
  })
}

function written(messageId: number, operation: number, write: (writer: BerWriter) => void): Buffer {
  const writer = new BerWriter()
  writer.startSequence()
  writer.writeInt(messageId)
  writer.startSequence(operation)
  write(writer)
  writer.endSequence()
  writer.endSequence()
  return writer.buffer
}
