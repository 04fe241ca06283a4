/** A text being edited, with its original. */
export interface EditedText {
  original: string | undefined
  text: string
  /** The version on the server, if it differs from both. */
  theirs: string | undefined
}

/** Editor state after the message was changed elsewhere. Keeps typed text and shows the other version. */
export function afterChange({ original, text }: EditedText, content: string): EditedText {
  if (original === undefined) return { original, text, theirs: undefined }
  if (text === original || text.trim() === content.trim()) {
    return { original: content, text: content, theirs: undefined }
  }
  return { original: content, text, theirs: content }
}
