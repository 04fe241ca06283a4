/** Where a response is written: Node's `ServerResponse`, or a poll connection. */
export interface ResponseTarget {
  readonly headersSent: boolean
  /** Bytes that the client has not read yet. */
  readonly writableLength: number
  write(text: string): unknown
  end(): unknown
  end(text: string, encoding: 'latin1' | 'utf8'): unknown
  destroy(): unknown
}
