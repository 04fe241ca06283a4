/** Pictures are read into memory; larger ones count as missing. */
const maxPictureBytes = 25 * 2 ** 20

/** The bytes of a small entry; undefined if it is too large. */
export async function readSmall(content: AsyncIterable<Uint8Array>): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of content) {
    size += chunk.length
    if (size > maxPictureBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
