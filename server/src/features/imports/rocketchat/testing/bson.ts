/** BSON documents from plain values: text, numbers, booleans, dates, bytes, lists and objects. */
export const bsonOf = (...documents: Record<string, unknown>[]) => Buffer.concat(documents.map(document))

function document(values: Record<string, unknown> | readonly unknown[]): Buffer {
  const elements = Object.entries(values).map(([key, value]) => {
    const [type, bytes] = element(value)
    return Buffer.concat([Buffer.from([type]), Buffer.from(`${key}\0`), bytes])
  })
  const body = Buffer.concat([...elements, Buffer.from([0])])
  return Buffer.concat([int32(body.length + 4), body])
}

function element(value: unknown): [number, Buffer] {
  if (typeof value === 'string')
    return [0x02, Buffer.concat([int32(Buffer.byteLength(value) + 1), Buffer.from(`${value}\0`)])]
  if (typeof value === 'boolean') return [0x08, Buffer.from([value ? 1 : 0])]
  if (typeof value === 'number') return [0x10, int32(value)]
  if (value instanceof Date) return [0x09, int64(value.valueOf())]
  if (value instanceof Uint8Array)
    return [0x05, Buffer.concat([int32(value.length), Buffer.from([0]), value])]
  if (Array.isArray(value)) return [0x04, document(value)]
  if (value === null || value === undefined) return [0x0a, Buffer.alloc(0)]
  return [0x03, document(value as Record<string, unknown>)]
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value)
  return bytes
}

function int64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64LE(BigInt(value))
  return bytes
}
